"""`groundcast import`: a command for each program whose corpus can be taken over."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from groundcast.building.importing import ImportReport
    from groundcast.records import Dropped

import_app = typer.Typer(
    help="Take over the corpus of another program.",
    no_args_is_help=True,
)


@import_app.callback()
def programs() -> None:
    """Take over the corpus of another program."""


@import_app.command("podcast-scraper")
def podcast_scraper(
    folder: Annotated[Path, typer.Argument(help="The corpus's folder: the one with feeds/ in it.")],
    corpus: Annotated[
        Path,
        typer.Option("--corpus", envvar="GROUNDCAST_CORPUS", help="The corpus's folder."),
    ] = Path("corpus"),
    extract: Annotated[
        bool, typer.Option("--extract", help="Look for insights anew instead of taking theirs.")
    ] = False,
    index: Annotated[bool, typer.Option(help="Make the index.")] = True,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would do.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Also take what was removed before.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Take over a podcast_scraper corpus: transcripts, and the insights whose quotes verify."""
    from groundcast.building.importing import ImportOptions, import_podcast_scraper
    from groundcast.surfaces.rendering import progress_bars

    options = ImportOptions(extract=extract, index=index, dry_run=dry_run, again=again)
    with progress_bars() as progress:
        report = import_podcast_scraper(corpus, folder, options, progress)
    _show(report, as_json=as_json)
    if not report.episodes:
        raise typer.Exit(1)


def _show(report: "ImportReport", *, as_json: bool) -> None:
    """What was taken, what was refused and why, what of their knowledge is kept."""
    from groundcast.surfaces.rendering import show_index_report, show_reasons

    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    outcomes = Counter(episode.outcome for episode in report.episodes)
    for outcome, number in outcomes.items():
        typer.echo(f"{outcome}: {number} episodes")
    _show_kept("insights", report.insights_kept, report.insights_left_out)
    _show_kept("quotes", report.quotes_kept, report.quotes_left_out)
    if report.older_versions:
        typer.echo(f"older runs' versions passed over: {report.older_versions}")
    if report.enrichment_files or report.search_files:
        typer.echo(
            f"ignored: {report.enrichment_files} enrichment files,"
            f" {report.search_files} files of search indexes"
        )
    show_reasons("refused", [(item.name, item.reason) for item in report.refused])
    fresh = [episode for episode in report.episodes if episode.outcome != "unchanged"]
    show_reasons("notes", [(e.title, note) for e in fresh for note in e.notes])
    if report.index is not None:
        show_index_report(report.index, as_json=False)


def _show_kept(what: str, kept: int, left_out: "Sequence[Dropped]") -> None:
    if kept or left_out:
        typer.echo(f"{what}: {kept} kept, {sum(each.count for each in left_out)} left out")
    for each in left_out:
        typer.echo(f"  {each.count}: {each.reason}")
