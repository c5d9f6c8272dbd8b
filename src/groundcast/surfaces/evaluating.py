"""`groundcast eval`: scores what the corpus answers on judged sets."""

from pathlib import Path
from typing import Annotated

import typer

from groundcast.errors import InvalidArgument

eval_app = typer.Typer(help="Score answers on judged sets.")


@eval_app.callback()
def evaluation() -> None:
    """Score answers on judged sets."""


@eval_app.command()
def search(
    sets: Annotated[
        list[str],
        typer.Option(
            "--set",
            help="A judged set's file, FILE:FIELD or a folder of them; may be repeated.",
        ),
    ],
    corpus: Annotated[
        Path,
        typer.Option("--corpus", envvar="GROUNDCAST_CORPUS", help="The corpus's folder."),
    ] = Path("corpus"),
    index: Annotated[
        Path | None, typer.Option(help="The manifest that the corpus was made with.")
    ] = None,
    systems: Annotated[
        str, typer.Option(help="What to compare, separated by commas.")
    ] = "bm25,dense,rank_fusion,groundcast",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
    write: Annotated[
        Path | None, typer.Option(help="Write the scores; other sets of the file stay.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(help="Compare with these scores; exit 1 where one is missed.")
    ] = None,
) -> None:
    """Score search against plain baselines on queries with judged answers, with intervals."""
    from groundcast.evaluation.scores import read_scores, shortfalls, write_scores
    from groundcast.evaluation.searching import evaluate_search
    from groundcast.evaluation.tables import score_tables
    from groundcast.surfaces.rendering import progress_bars

    if write is not None and check is not None:
        raise InvalidArgument(
            "--write would replace what --check compares with.", hint="Give one of them."
        )
    committed = read_scores(check) if check is not None else None
    with progress_bars() as progress:
        measured = evaluate_search(corpus, sets, systems.split(","), index, progress)
    typer.echo(measured.model_dump_json(indent=1) if as_json else score_tables(measured).rstrip())
    if write is not None:
        write_scores(write, measured)
    if check is None or committed is None:
        return
    missed = shortfalls(measured, committed, check)
    for shortfall in missed:
        typer.echo(f"below what is committed: {shortfall.explain()}", err=True)
    if missed:
        raise typer.Exit(1)


@eval_app.command()
def contradictions(
    pairs: Annotated[Path, typer.Option(help="Labelled pairs of statements, one a line.")],
    corpus: Annotated[
        Path,
        typer.Option("--corpus", envvar="GROUNDCAST_CORPUS", help="The corpus's folder."),
    ] = Path("corpus"),
    index: Annotated[
        Path | None, typer.Option(help="The manifest that the corpus was made with.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
    write: Annotated[Path | None, typer.Option(help="Write the scores, as JSON.")] = None,
) -> None:
    """Score the comparison of statements on labelled pairs, and among the corpus's own edges."""
    from groundcast.evaluation.contradictions import contradiction_table, evaluate_contradictions

    scores = evaluate_contradictions(corpus, pairs, index)
    written = scores.model_dump_json(indent=1)
    typer.echo(written if as_json else contradiction_table(scores))
    if write is not None:
        write.write_text(written + "\n", encoding="utf-8")
