"""`groundcast import`: a command for each program whose corpus can be taken over."""

from pathlib import Path
from typing import Annotated

import typer

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
    from groundcast.surfaces.rendering import progress_bars, show_import_report

    options = ImportOptions(extract=extract, index=index, dry_run=dry_run, again=again)
    with progress_bars() as progress:
        report = import_podcast_scraper(corpus, folder, options, progress)
    show_import_report(report, as_json=as_json)
    if not report.episodes:
        raise typer.Exit(1)
