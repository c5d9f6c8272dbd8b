"""How the command line shows what a build does and what came of it."""

import json
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as RichProgress
from rich.table import Table
from rich.text import Text

from groundcast.building.adding import AddReport
from groundcast.building.diagnosis import Finding
from groundcast.building.importing import ImportReport
from groundcast.building.indexing import IndexReport
from groundcast.building.progress import Progress
from groundcast.building.removing import RemovalReport
from groundcast.corpus.verification import Verification
from groundcast.exports.opml import ExportReport

LISTED = 20


class Bars:
    """Progress bars on a terminal."""

    def __init__(self, bars: RichProgress) -> None:
        self._bars = bars
        self._task = None

    def begin(self, stage: str, total: int | None) -> None:
        """Finishes the bar before, and begins one."""
        self._finish()
        self._task = self._bars.add_task(stage, total=total)

    def advance(self, steps: int = 1) -> None:
        """Moves the bar."""
        if self._task is not None:
            self._bars.advance(self._task, steps)

    def say(self, line: str) -> None:
        """Prints above the bars."""
        self._bars.console.print(line)

    def _finish(self) -> None:
        if self._task is not None:
            task = next(t for t in self._bars.tasks if t.id == self._task)
            if task.total is None:
                self._bars.update(self._task, total=1, completed=1)


class Lines:
    """A plain line a stage, where there is no terminal."""

    def begin(self, stage: str, total: int | None) -> None:
        """Says that a stage begins."""
        self.say(stage if total is None else f"{stage} {total}")

    def advance(self, steps: int = 1) -> None:
        """Says nothing."""

    def say(self, line: str) -> None:
        """Prints to the error channel, so that output stays clean."""
        typer.echo(line, err=True)


@contextmanager
def progress_bars() -> Generator[Progress]:
    """Bars on a terminal, lines elsewhere."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    columns = (TextColumn("{task.description:<16}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    with RichProgress(*columns, console=Console(stderr=True)) as bars:
        yield Bars(bars)


def show_add_report(report: AddReport, *, as_json: bool) -> None:
    """What was added, what was skipped and why, what readers left out."""
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    outcomes = Counter(episode.outcome for episode in report.episodes)
    insights = sum(episode.insights for episode in report.episodes)
    _show_reasons("skipped", [(item.name, item.reason) for item in report.skipped])
    fresh = [episode for episode in report.episodes if episode.outcome != "unchanged"]
    notes = [(episode.title, note) for episode in fresh for note in episode.notes]
    _show_reasons("notes", notes)
    would = [e for e in report.episodes if e.outcome in ("would be added", "gone from its feed")]
    _show_reasons("news", [(episode.title, episode.outcome) for episode in would])
    _show_table(report)
    for outcome, number in outcomes.items():
        typer.echo(f"{outcome}: {number} episodes")
    if insights:
        typer.echo(f"insights found: {insights}")
    if report.index is not None:
        show_index_report(report.index, as_json=False)


def _show_table(report: AddReport) -> None:
    """A line a show, with a column for each outcome there was; nothing for a single show."""
    rows: dict[str, Counter[str]] = {}
    for episode in report.episodes:
        rows.setdefault(episode.show, Counter())[episode.outcome] += 1
    for item in report.skipped:
        rows.setdefault(item.source or "(other)", Counter())["skipped"] += 1
    if len(rows) < 2:
        return
    columns = list(dict.fromkeys(outcome for row in rows.values() for outcome in row))
    terminal = sys.stdout.isatty()
    table = Table(box=SIMPLE if terminal else None, pad_edge=False)
    table.add_column("show", overflow="ellipsis", max_width=50)
    for outcome in columns:
        table.add_column(outcome, justify="right", no_wrap=True)
    for show, counts in rows.items():
        table.add_row(Text(plain(show)), *(str(counts[outcome] or "") for outcome in columns))
    width = None if terminal else 160
    Console(file=sys.stdout, width=width, highlight=False).print(table)


def plain(text: str) -> str:
    """A text from elsewhere without what a terminal would obey."""
    return "".join(char if char.isprintable() else " " for char in text)


def show_export(report: ExportReport, *, as_json: bool) -> None:
    """What was written, and what could not be."""
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    typer.echo(f"{report.path}: {report.feeds} feeds")
    _show_reasons("left out", [(title, "it has no feed") for title in report.left_out])


def show_index_report(report: IndexReport, *, as_json: bool) -> None:
    """The index that serves now."""
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    if report.changed:
        typer.echo(
            f"index {report.corpus_version}: {report.segments} segments,"
            f" {report.insights} insights,"
            f" {report.embedded} newly embedded"
        )
    else:
        typer.echo(f"index {report.corpus_version}: up to date")
    _show_reasons("set aside", [(p.path, p.reason) for p in report.problems])


def show_removal(report: RemovalReport, *, as_json: bool) -> None:
    """What was taken out, and the index without it."""
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    for episode in report.episodes:
        typer.echo(f"removed: {episode.title} ({episode.id})")
    typer.echo(f"removed: {len(report.episodes)} episodes, {report.retired} ids retired")
    show_index_report(report.index, as_json=False)


def show_findings(findings: Sequence[Finding], *, as_json: bool) -> None:
    """A line a check, with the remedy where something is wrong."""
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False))
        return
    for finding in findings:
        mark = "ok   " if finding.well else "wrong"
        line = f"{mark} {finding.check}: {finding.says}"
        typer.echo(line if finding.well else f"{line} {finding.remedy}".rstrip())


def show_import_report(report: ImportReport, *, as_json: bool) -> None:
    """What was taken, what was refused and why, what of the knowledge is kept."""
    if as_json:
        typer.echo(json.dumps(asdict(report), ensure_ascii=False))
        return
    for outcome, number in Counter(episode.outcome for episode in report.episodes).items():
        typer.echo(f"{outcome}: {number} episodes")
    for what, kept, left_out in (
        ("insights", report.insights_kept, report.insights_left_out),
        ("quotes", report.quotes_kept, report.quotes_left_out),
    ):
        if kept or left_out:
            typer.echo(f"{what}: {kept} kept, {sum(each.count for each in left_out)} left out")
        for each in left_out:
            typer.echo(f"  {each.count}: {each.reason}")
    if report.older_versions:
        typer.echo(f"older runs' versions passed over: {report.older_versions}")
    if report.enrichment_files or report.search_files:
        typer.echo(
            f"ignored: {report.enrichment_files} enrichment files,"
            f" {report.search_files} files of search indexes"
        )
    _show_reasons("refused", [(item.name, item.reason) for item in report.refused])
    fresh = [episode for episode in report.episodes if episode.outcome != "unchanged"]
    _show_reasons("notes", [(e.title, note) for e in fresh for note in e.notes])
    if report.index is not None:
        show_index_report(report.index, as_json=False)


def show_verification(verification: Verification, *, as_json: bool) -> None:
    """Every problem, then the counts."""
    if as_json:
        typer.echo(json.dumps(asdict(verification), ensure_ascii=False))
        return
    for problem in verification.problems:
        typer.echo(f"{problem.path}: {problem.reason}")
    state = f"{len(verification.problems)} problems" if verification.problems else "all is well"
    typer.echo(
        f"{verification.episodes} episodes, {verification.insights} insights,"
        f" {verification.quotes} quotes checked: {state} (corpus {verification.corpus_version})"
    )


def _show_reasons(heading: str, items: list[tuple[str, str]]) -> None:
    """The first of the items one by one; all of them counted."""
    if not items:
        return
    typer.echo(f"{heading}: {len(items)}")
    for name, reason in items[:LISTED]:
        typer.echo(f"  {plain(name)}: {plain(reason)}")
    if len(items) > LISTED:
        typer.echo(f"  … and {len(items) - LISTED} more (--json lists all)")
