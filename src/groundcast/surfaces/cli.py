"""The command line: build, check, ask and serve a corpus."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, NoReturn, cast

import typer

from groundcast import __version__
from groundcast.errors import GroundcastError, Unreachable, shown
from groundcast.surfaces.evaluating import eval_app
from groundcast.surfaces.importing import import_app

INTERRUPTED = 130
UNREACHED = 3
# Typer carries Click inside; this is its UsageError, parent of every mistake in an option.
UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])

app = typer.Typer(
    name="groundcast",
    help="Turn podcasts into a corpus to question, every answer cited to the second.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(eval_app, name="eval")
CorpusOption = Annotated[
    Path,
    typer.Option("--corpus", envvar="GROUNDCAST_CORPUS", help="The corpus's folder."),
]
PrivateOption = Annotated[
    bool,
    typer.Option(
        "--allow-private",
        envvar="GROUNDCAST_ALLOW_PRIVATE",
        help="Let feeds be fetched from this machine and from private networks.",
    ),
]
SpeechModelOption = Annotated[
    str | None,
    typer.Option(
        envvar="GROUNDCAST_SPEECH_MODEL",
        help="Hear recordings with this faster-whisper model: a folder, or a name to download.",
    ),
]
SpeakerModelOption = Annotated[
    str | None,
    typer.Option(
        envvar="GROUNDCAST_SPEAKER_MODEL",
        help="Tell the voices of recordings apart with this pyannote pipeline.",
    ),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Only say what it would do.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
DEFAULT_CORPUS = Path("corpus")
app.add_typer(import_app, name="import")


@app.command()
def demo(
    once: Annotated[bool, typer.Option("--once", help="Stop after the pack.")] = False,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", help="Where to build; a temporary folder if unset.")
    ] = None,
) -> None:
    """Build the sample corpus, ask it a question through a real MCP client, print the pack."""
    from groundcast.surfaces.demo import run_demo

    run_demo(corpus, once=once)


@app.command()
def add(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Addresses of feeds, OPML lists of them, folders, transcripts or recordings."
        ),
    ],
    corpus: CorpusOption = DEFAULT_CORPUS,
    show: Annotated[str | None, typer.Option(help="The show they belong to.")] = None,
    manifest: Annotated[
        Path | None, typer.Option(help="A .tsv, .csv or .jsonl about the files of one folder.")
    ] = None,
    since: Annotated[str | None, typer.Option(help="Leave out what is older.")] = None,
    until: Annotated[str | None, typer.Option(help="Leave out what is newer.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many episodes.")] = None,
    extract: Annotated[bool, typer.Option(help="Look for insights.")] = True,
    index: Annotated[bool, typer.Option(help="Make the index.")] = True,
    dry_run: DryRunOption = False,
    again: Annotated[
        bool, typer.Option("--again", help="Also take what was removed before.")
    ] = False,
    allow_private: PrivateOption = False,
    speech_model: SpeechModelOption = None,
    speaker_model: SpeakerModelOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring transcripts into a corpus: read or hear, extract, index; again, only what is new."""
    from groundcast.building.adding import AddOptions
    from groundcast.building.adding import add as add_sources
    from groundcast.capabilities.dates import first_day, last_day
    from groundcast.surfaces.rendering import progress_bars, show_add_report

    options = AddOptions(
        show=show,
        manifest=manifest,
        since=first_day(since),
        until=last_day(until),
        limit=limit,
        extract=extract,
        index=index,
        dry_run=dry_run,
        again=again,
        allow_private=allow_private,
        speech_model=speech_model,
        speaker_model=speaker_model,
    )
    with progress_bars() as progress:
        report = add_sources(corpus, sources, options, progress)
    show_add_report(report, as_json=as_json)
    if report.unreached:
        raise typer.Exit(UNREACHED)
    if not report.episodes:
        named = shown(", ".join(sources))
        _say(f"groundcast: No transcript in {named}. Name a folder, a transcript file or a feed.")
        raise typer.Exit(1)


@app.command()
def update(
    corpus: CorpusOption = DEFAULT_CORPUS,
    since: Annotated[str | None, typer.Option(help="Leave out what is older.")] = None,
    until: Annotated[str | None, typer.Option(help="Leave out what is newer.")] = None,
    extract: Annotated[bool, typer.Option(help="Look for insights.")] = True,
    index: Annotated[bool, typer.Option(help="Make the index.")] = True,
    dry_run: DryRunOption = False,
    allow_private: PrivateOption = False,
    as_json: JsonOption = False,
) -> None:
    """Ask every feed the corpus knows for news, and add it."""
    from groundcast.building.adding import AddOptions
    from groundcast.building.adding import update as update_feeds
    from groundcast.capabilities.dates import first_day, last_day
    from groundcast.surfaces.rendering import progress_bars, show_add_report

    options = AddOptions(
        since=first_day(since),
        until=last_day(until),
        extract=extract,
        index=index,
        dry_run=dry_run,
        allow_private=allow_private,
    )
    with progress_bars() as progress:
        report = update_feeds(corpus, options, progress)
    show_add_report(report, as_json=as_json)
    if report.unreached:
        raise typer.Exit(UNREACHED)


@app.command()
def export(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    to: Annotated[Literal["opml"], typer.Option(help="The form: opml lists the feeds.")],
    corpus: CorpusOption = DEFAULT_CORPUS,
    as_json: JsonOption = False,
) -> None:
    """Write the corpus, or its list of feeds, for another program."""
    from groundcast.exports.opml import export_opml
    from groundcast.surfaces.rendering import show_export

    show_export(export_opml(corpus, target), as_json=as_json)


@app.command()
def remove(
    target: Annotated[
        str, typer.Argument(help="A show or an episode: its id, exact title, slug or feed address.")
    ],
    corpus: CorpusOption = DEFAULT_CORPUS,
    as_json: JsonOption = False,
) -> None:
    """Take a show or an episode out of the corpus, everywhere and for good."""
    from groundcast.building.removing import remove as remove_from
    from groundcast.surfaces.rendering import progress_bars, show_removal

    with progress_bars() as progress:
        report = remove_from(corpus, target, progress)
    show_removal(report, as_json=as_json)


@app.command()
def doctor(corpus: CorpusOption = DEFAULT_CORPUS, as_json: JsonOption = False) -> None:
    """Say what is missing to be useful, each with its remedy; exit 1 where something is."""
    from groundcast.building.diagnosis import diagnose
    from groundcast.surfaces.rendering import show_findings

    findings = diagnose(corpus)
    show_findings(findings, as_json=as_json)
    if not all(finding.well for finding in findings):
        raise typer.Exit(1)


@app.command()
def index(corpus: CorpusOption = DEFAULT_CORPUS, as_json: JsonOption = False) -> None:
    """Make the index anew from the corpus's files."""
    from groundcast.building.reindexing import reindex
    from groundcast.surfaces.rendering import progress_bars, show_index_report

    with progress_bars() as progress:
        report = reindex(corpus, progress)
    show_index_report(report, as_json=as_json)


@app.command()
def verify(corpus: CorpusOption = DEFAULT_CORPUS, as_json: JsonOption = False) -> None:
    """Check every file, hash, id and quote; exit 1 where something is wrong."""
    from groundcast.corpus.verification import verify_corpus
    from groundcast.surfaces.rendering import show_verification

    verification = verify_corpus(corpus)
    show_verification(verification, as_json=as_json)
    if verification.problems:
        raise typer.Exit(1)


@app.command()
def mcp(
    corpus: CorpusOption = DEFAULT_CORPUS,
    toolsets: Annotated[
        str, typer.Option(help="Toolsets to offer, separated by commas: all, core, find, …")
    ] = "all",
    content: Annotated[
        Literal["both", "text", "structured"],
        typer.Option(help="The channels of an answer; both costs a client that reads both twice."),
    ] = "both",
) -> None:
    """Serve the corpus to an MCP client over stdio."""
    from groundcast.knowledge.opened import OpenCorpus
    from groundcast.surfaces.mcp_server import serve_stdio

    with OpenCorpus(corpus) as opened:
        serve_stdio(opened, toolsets.split(","), content)


@app.command()
def serve(
    corpus: CorpusOption = DEFAULT_CORPUS,
    host: Annotated[str, typer.Option(help="The address to serve on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")
    ] = 8765,
    anyone: Annotated[
        bool, typer.Option("--open", help="Let others reach it: there is no access control yet.")
    ] = False,
    toolsets: Annotated[
        str, typer.Option(help="Toolsets to offer, separated by commas: all, core, find, …")
    ] = "all",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="A further name that requests may address it by; may be repeated."),
    ] = None,
) -> None:
    """Serve the corpus over HTTP until interrupted: /api/tools/TOOL, /api/openapi.json."""
    from groundcast.knowledge.opened import OpenCorpus
    from groundcast.surfaces.http_server import ServeOptions, serve_http

    options = ServeOptions(host, port, anyone, toolsets.split(","), allow_host or ())
    with OpenCorpus(corpus) as opened:
        serve_http(opened, options, lambda url: typer.echo(f"Serving {corpus} at {url}"))


@app.command()
def version() -> None:
    """Print the version."""
    typer.echo(__version__)


def main() -> None:
    """The `groundcast` command: every refusal is one line, every exit code stated in the docs."""
    if sys.argv[1:2] == ["ask"] or not sys.argv[1:] or "--help" in sys.argv[1:2]:
        from groundcast.surfaces.ask import ask_app

        app.add_typer(ask_app(), name="ask")
    try:
        code = app(standalone_mode=False)
    except GroundcastError as error:
        _refuse(error)
    except UsageError as mistake:
        _say(f"groundcast: {mistake.format_message()} Try: groundcast --help.")
        raise SystemExit(2) from None
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except (BrokenPipeError, ConnectionError):
        raise SystemExit(UNREACHED) from None
    except SystemExit as ended:
        # Typer ends with 1 where the output's reader has gone, which means something else here.
        unread = isinstance(ended.__context__, BrokenPipeError)
        raise SystemExit(UNREACHED if unread else ended.code) from None
    except OSError as error:
        _let_go_of_output()
        where = shown(error.filename or "the output")
        _refuse(Unreachable(f"{where} cannot be read or written: {error.strerror or error}."))
    # Typer gives the code of an Exit back, and turns Ctrl-C into one; no command returns a value.
    if code == INTERRUPTED:
        _say("Interrupted. Nothing is lost; run the same command again to go on.")
    raise SystemExit(code)


def _let_go_of_output() -> None:
    """What could not be written is not tried again when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _refuse(error: GroundcastError) -> NoReturn:
    if "--json" in sys.argv:
        refusal = {
            "error": error.code,
            "message": str(error),
            "hint": error.hint,
            "candidates": list(error.candidates),
        }
        typer.echo(json.dumps(refusal, ensure_ascii=False))
    _say(f"groundcast: {error.explain()}")
    raise SystemExit(error.exit_code)


def _say(line: str) -> None:
    """Prints to the error channel; where that is gone, the exit code still tells."""
    with suppress(OSError):
        typer.echo(line, err=True)
