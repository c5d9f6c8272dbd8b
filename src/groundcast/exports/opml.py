"""The feeds of a corpus as OPML, the list that podcast players exchange."""

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from groundcast.corpus.fetched import read_fetched
from groundcast.corpus.truth import TruthFiles
from groundcast.errors import Damaged, InvalidArgument, NotFound, shown
from groundcast.records import Show


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written where; `left_out` are shows that came without a feed."""

    path: str
    feeds: int
    left_out: tuple[str, ...] = ()


def export_opml(corpus: Path, target: Path) -> ExportReport:
    """Writes the feeds, by title, at the addresses where they are now.

    Raises NotReady where the folder is no corpus, NotFound where no show has a feed,
    InvalidArgument where the file cannot be written.
    """
    truth = TruthFiles(corpus)
    truth.settings  # noqa: B018 (refuses a folder that is no corpus)
    moved = {state.url: state.moved_to for state in read_fetched(corpus).feeds if state.moved_to}
    shows: list[Show] = []
    for folder in truth.show_folders():
        try:
            shows.append(truth.read_show(folder))
        except Damaged:
            continue
    shows.sort(key=lambda show: (show.title.casefold(), show.id))
    feeds = [(show.title, show.feed_url, show.language) for show in shows if show.feed_url]
    if not feeds:
        raise NotFound(
            f"{shown(corpus)} knows no feed.", hint="Add one with: groundcast add FEED_URL."
        )
    root = ElementTree.Element("opml", version="2.0")
    ElementTree.SubElement(ElementTree.SubElement(root, "head"), "title").text = "Podcasts"
    body = ElementTree.SubElement(root, "body")
    for title, url, language in feeds:
        outline = {"type": "rss", "text": title, "title": title, "xmlUrl": moved.get(url, url)}
        if language:
            outline["language"] = language
        ElementTree.SubElement(body, "outline", outline)
    ElementTree.indent(root)
    try:
        target.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
    except OSError as error:
        raise InvalidArgument(
            f"{shown(target)} cannot be written: {error.strerror}.", hint="Name another file."
        ) from None
    without = tuple(show.title for show in shows if not show.feed_url)
    return ExportReport(str(target), len(feeds), without)
