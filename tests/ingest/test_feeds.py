"""Feeds as publishers make them, broken ones and hostile ones included."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundcast.errors import UnreadableSource
from groundcast.ingest.feed_values import address, day_of, duration_of, number_of, role_of
from groundcast.ingest.feeds import FeedItem, FeedTranscript, read_feed
from groundcast.ingest.offers import ranked_offers
from groundcast.records import Chapter, Credit

URL = "https://feeds.example/tide/feed.xml"
PODCAST = "https://podcastindex.org/namespace/1.0"
OLD_PODCAST = "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"

WHOLE = f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:podcast="{PODCAST}" xmlns:itunes="{ITUNES}"
     xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
  <title>The Tide &amp; Quay</title><link>/tide</link><language>en-GB</language>
  <description>&lt;p&gt;Talk from the &lt;b&gt;harbour&lt;/b&gt;.&lt;/p&gt;</description>
  <itunes:author>Harbour Radio</itunes:author><itunes:image href="cover.jpg"/>
  <itunes:new-feed-url>https://new.example/feed.xml</itunes:new-feed-url>
  <podcast:license url="https://licences.example/by">cc-by-4.0</podcast:license>
  <podcast:person href="/ada">Ada Lind</podcast:person>
  <podcast:liveItem><title>Live now</title><guid>live</guid></podcast:liveItem>
  <item>
    <title><![CDATA[One & only]]></title><guid isPermaLink="false"> tide-1 </guid>
    <link>one.html</link><pubDate>Tue, 05 Mar 2024 23:30:00 -0800</pubDate>
    <description>Short.</description><content:encoded><![CDATA[<p>Long.</p>]]></content:encoded>
    <enclosure url="https://media.example/1.mp3?a=1&amp;b=2" type="audio/mpeg" length="1"/>
    <itunes:duration>1:02:03</itunes:duration><itunes:image href="/one.jpg"/>
    <podcast:season name="Spring">2</podcast:season><podcast:episode>7</podcast:episode>
    <podcast:chapters url="one/chapters.json" type="application/json+chapters"/>
    <podcast:person>Ada Lind</podcast:person>
    <podcast:person role="Guest" href="https://ben.example/">Ben
      Moor</podcast:person>
    <podcast:person group="visuals" role="cover art designer">Cleo Park</podcast:person>
    <podcast:transcript url="one.txt" type="text/plain"/>
    <podcast:transcript url="one.vtt" type="TEXT/VTT; charset=utf-8" language="en"
                        rel="captions"/>
  </item>
</channel></rss>"""


def items(inner: str, head: str = "<rss><channel><title>T</title>") -> tuple[FeedItem, ...]:
    return read_feed(f"{head}{inner}".encode(), URL).items


def test_everything_a_feed_says_is_read() -> None:
    feed = read_feed(WHOLE.encode(), URL)
    assert feed.title == "The Tide & Quay"
    assert feed.language == "en-GB"
    assert feed.description == "Talk from the harbour."
    assert feed.attribution == "Harbour Radio"
    assert feed.image_url == "https://feeds.example/tide/cover.jpg"
    assert feed.site_url == "https://feeds.example/tide"
    assert feed.new_feed_url == "https://new.example/feed.xml"
    assert feed.licence == "cc-by-4.0 (https://licences.example/by)"
    assert feed.persons == (Credit("Ada Lind", "host", "https://feeds.example/ada"),)
    assert feed.notes == ()
    assert feed.items == (
        FeedItem(
            guid="tide-1",
            title="One & only",
            published_on="2024-03-05",
            duration_seconds=3723.0,
            season=2,
            number=7,
            description="Short.",
            url="https://feeds.example/tide/one.html",
            audio_url="https://media.example/1.mp3?a=1&b=2",
            image_url="https://feeds.example/one.jpg",
            credits=(
                Credit("Ada Lind", "host"),
                Credit("Ben Moor", "guest", "https://ben.example/"),
                Credit("Cleo Park", "other"),
            ),
            chapters_url="https://feeds.example/tide/one/chapters.json",
            transcripts=(
                FeedTranscript("https://feeds.example/tide/one.txt", "text/plain"),
                FeedTranscript("https://feeds.example/tide/one.vtt", "text/vtt", "en", "captions"),
            ),
        ),
    )


@pytest.mark.parametrize(
    "declared",
    [
        f' xmlns:podcast="{PODCAST}"',
        f' xmlns:podcast="{OLD_PODCAST}"',
        ' xmlns:podcast="http://PodcastIndex.org/namespace/1.0/"',
        ' xmlns:podcast="https://elsewhere.example/ns"',
        "",
    ],
)
def test_the_podcast_prefix_is_known_however_it_is_declared(declared: str) -> None:
    inner = "<item><guid>1</guid><podcast:transcript url='a.vtt' type='text/vtt'/></item>"
    (item,) = items(inner, f"<rss{declared}><channel>")
    assert item.transcripts == (FeedTranscript("https://feeds.example/tide/a.vtt", "text/vtt"),)


def test_another_prefix_for_the_podcast_namespace_is_known_too() -> None:
    inner = "<item><guid>1</guid><p:transcript url='a.vtt'/><p:person>Ada</p:person></item>"
    (item,) = items(inner, f"<rss xmlns:p='{PODCAST}'><channel>")
    assert [t.url for t in item.transcripts] == ["https://feeds.example/tide/a.vtt"]
    assert item.credits == (Credit("Ada", "host"),)


def test_broken_xml_is_recovered() -> None:
    inner = """<item><title>R&D at the caf&eacute;</title><guid>1</guid>
      <enclosure url="/1.mp3?a=1&b=2"/><podcast:transcript url=a.vtt type="text/vtt">
      <item><title>Two \x01\x0b</title><guid>2</guid></channel>"""
    first, second = items(inner)
    assert (first.title, first.audio_url) == (
        "R&D at the café",
        "https://feeds.example/1.mp3?a=1&b=2",
    )
    assert (second.guid, second.title) == ("2", "Two")


def test_an_element_that_is_not_closed_does_not_take_the_next_item_in() -> None:
    first, second = items(
        "<item><guid>1</guid><description>One<item><guid>2</guid><title>Two</title></item>"
    )
    assert (first.guid, first.description) == ("1", "One")
    assert (second.guid, second.title) == ("2", "Two")


def test_atom_is_read() -> None:
    feed = read_feed(
        f"""<feed xmlns="http://www.w3.org/2005/Atom" xmlns:podcast="{PODCAST}" xml:lang="de">
        <title type="html">Ebbe &amp;amp; Flut</title><link rel="self" href="x"/><link href="/ef"/>
        <entry><title>Eins</title><id>urn:1</id><published>2024-02-03T01:02:03Z</published>
        <link rel="enclosure" href="1.mp3"/><link href="eins"/><summary>Kurz</summary>
        <podcast:transcript url="1.vtt"/></entry></feed>""".encode(),
        URL,
    )
    assert (feed.title, feed.language) == ("Ebbe & Flut", "de")
    assert feed.site_url == "https://feeds.example/ef"
    (item,) = feed.items
    assert (item.guid, item.published_on, item.description) == ("urn:1", "2024-02-03", "Kurz")
    assert item.audio_url == "https://feeds.example/tide/1.mp3"
    assert item.url == "https://feeds.example/tide/eins"
    assert item.transcripts == (FeedTranscript("https://feeds.example/tide/1.vtt"),)


def test_what_identifies_an_item_without_a_guid() -> None:
    found = items(
        "<item><title>A</title><enclosure url='a.mp3'/><link>a.html</link></item>"
        "<item><title>B</title><link>b.html</link></item><item><title>C</title></item>"
    )
    assert [item.guid for item in found] == [
        "https://feeds.example/tide/a.mp3",
        "https://feeds.example/tide/b.html",
        None,
    ]


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("iso-8859-1", "iso-8859-1"),
        ("cp1252", "utf-8"),
        ("utf-8", "unheard-of"),
        ("utf-8", "zlib"),
        ("utf-8", "unicode_escape"),
        ("utf-8", "utf-16"),
        ("utf-32", "utf-32"),
        ("utf-32-be", "utf-32"),
        ("cp500", "cp500"),
        ("mac-roman", "mac"),
        ("cp858", "cp858"),
    ],
)
def test_encodings_are_read_as_they_are(encoding: str, declared: str) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?><rss><channel><title>Café</title>'
    feed = read_feed(text.encode(encoding), URL)
    assert feed.title == "Café"
    assert bool(feed.notes) == (encoding == "cp1252")


@pytest.mark.parametrize(
    ("title", "encoding", "served_as", "declared"),
    [
        ("Café €", "iso-8859-15", "text/xml; charset=ISO-8859-15", "utf-8"),
        ("Café €", "iso-8859-15", 'application/rss+xml; charset="latin9"', "utf-8"),
        ("Café €", "utf-8", "text/xml; charset=iso-8859-1", "utf-8"),
        ("Прилив", "koi8-r", "text/xml; charset=utf-8", "koi8-r"),
        ("Café €", "utf-8", "text/xml; charset=zlib", "utf-8"),
    ],
)
def test_the_servers_word_on_the_encoding_counts_where_it_holds(
    title: str, encoding: str, served_as: str, declared: str
) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?><rss><channel><title>{title}'
    feed = read_feed(text.encode(encoding), URL, served_as)
    assert (feed.title, feed.notes) == (title, ())


def test_links_start_from_xml_base_at_every_depth() -> None:
    feed = read_feed(
        b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/">
        <link href="b"/><link rel="next" href="?page=2"/><link rel="prev-archive" href="/2023"/>
        <entry xml:base="c/"><id>1</id><link xml:base="/d/" href="e"/>
        <link rel="enclosure" href="f.mp3"/></entry>
        <entry xml:base="javascript:x"><id>2</id><link href="g"/></entry></feed>""",
        URL,
    )
    assert feed.site_url == "https://base.example/a/b"
    assert feed.next_url == "https://base.example/a/?page=2"
    assert feed.previous_archive_url == "https://base.example/2023"
    assert feed.items[0].url == "https://base.example/d/e"
    assert feed.items[0].audio_url == "https://base.example/a/c/f.mp3"
    assert feed.items[1].url == "https://base.example/a/g"


@pytest.mark.parametrize(
    ("element", "words"),
    [
        ("<description>plain &lt;b&gt;bold&lt;/b&gt;</description>", "plain bold"),
        ("<content type='text'>1 &lt; 2, &lt;b&gt; is a tag</content>", "1 < 2, <b> is a tag"),
        ("<content type='xhtml'><div>a <i>b</i> &lt;c&gt;</div></content>", "a b <c>"),
        ("<content type='application/octet-stream'>PGI+Ym9sZDwvYj4=</content>", "bold"),
        ("<content mode='base64'>PGI+Ym9sZDwvYj4=</content>", "bold"),
        ("<content mode='base64'>PGI+Ym9sZDwvYj</content>", None),
        ("<description>a&lt;script&gt;evil()&lt;/script&gt; b</description>", "a b"),
        ("<description>a &lt;iframe src='x'&gt; b</description>", "a b"),
        ("<description>a &lt;!-- -- x &gt; b</description>", "a b"),
        ("<description>a&lt;!-- c &gt; --&gt; b &lt;!-- &gt;c</description>", "a b c"),
        ("<description> </description><summary>second</summary>", "second"),
        ("<description>&lt;img src='x'/&gt;</description><body><p>third</p></body>", "third"),
    ],
)
def test_descriptions_are_reduced_to_words(element: str, words: str | None) -> None:
    (item,) = items(f"<item><guid>1</guid>{element}</item>")
    assert item.description == words


def test_chapters_that_stand_in_the_item_are_read() -> None:
    (item,) = items(
        """<item><guid>1</guid><psc:chapters version="1.2">
        <psc:chapter start="0" title="Low  water" href="low.html"/>
        <psc:chapter start="01:02:03.5" title="High water"/><psc:chapter start="x" title="No"/>
        <psc:chapter start="4:00" title=""/></psc:chapters></item>"""
    )
    assert item.chapters == (
        Chapter(0.0, "Low water", "https://feeds.example/tide/low.html"),
        Chapter(3723.5, "High water"),
    )


@pytest.mark.parametrize(
    ("inner", "audio"),
    [
        ("<enclosure url='a.jpg' type='image/jpeg'/><enclosure url='a.mp3'/>", "a.mp3"),
        ("<media:content url='a.jpg' medium='image'/><media:content url='a.m4a' type='audio/mp4'/>",
         "a.m4a"),
        ("<media:group><media:content url='b.mp3' medium='audio'/></media:group>", "b.mp3"),
        ("<media:content url='c'/>", None),
    ],
)  # fmt: skip
def test_the_recording_is_found_wherever_it_is_named(inner: str, audio: str | None) -> None:
    (item,) = items(f"<item><guid>1</guid>{inner}</item>")
    assert item.audio_url == (f"https://feeds.example/tide/{audio}" if audio else None)


@pytest.mark.parametrize(
    ("guid", "url"),
    [
        ("<guid>https://a.example/1</guid>", "https://a.example/1"),
        ("<guid isPermaLink='true'>one</guid>", "https://feeds.example/tide/one"),
        ("<guid>one</guid>", None),
        ("<guid isPermaLink='false'>https://a.example/1</guid>", None),
        ("<guid>javascript://a.example/1</guid>", None),
    ],
)
def test_a_guid_may_be_the_page(guid: str, url: str | None) -> None:
    (item,) = items(f"<item>{guid}</item>")
    assert item.url == url


def test_titles_and_dates_are_taken_from_what_there_is() -> None:
    first, second = items(
        """<item><guid>1</guid><title> </title><dc:title>One</dc:title><updated>2024-05-01</updated>
        <dcterms:issued>2024-04-01T00:00:00Z</dcterms:issued></item>
        <item><guid>2</guid><pubDate>soon</pubDate><dc:date>2024-03-01</dc:date></item>"""
    )
    assert (first.title, first.published_on) == ("One", "2024-04-01")
    assert (second.title, second.published_on) == ("2", "2024-03-01")


def test_a_document_that_only_redirects_says_where_to() -> None:
    feed = read_feed(b"<rss><redirect><newLocation> /new.xml </newLocation></redirect></rss>", URL)
    assert feed.new_feed_url == "https://feeds.example/new.xml"


def test_items_that_the_parser_cannot_reach_are_counted() -> None:
    item = "<item><guid>{}</guid></item>"
    feed = read_feed(f"<rss>{item.format(1)}{'<a>' * 300}{item.format(2)}".encode(), URL)
    assert [found.guid for found in feed.items] == ["1"]
    assert feed.notes == ("1 items cannot be read: the XML is broken there, or nested too deep",)


def test_no_entity_is_expanded() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    data = f"""<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">{laughs}
      <!ENTITY file SYSTEM "file:///etc/passwd"> <!ENTITY % more SYSTEM "http://127.0.0.1:1/x">
      %more;]><rss><channel><title>A&l11;B&file;C</title><item title="&l11;"><guid>&l11;</guid>
      <podcast:transcript url="&l11;&file;.vtt"/></item></channel></rss>"""
    before = time.monotonic()
    feed = read_feed(data.encode(), URL)
    assert time.monotonic() - before < 1
    assert feed.title == "A&l11;B&file;C"
    assert feed.items[0].guid == "&l11;"
    assert feed.items[0].transcripts[0].url == "https://feeds.example/tide/&l11;&file;.vtt"


@pytest.mark.parametrize(
    "data",
    [b"", b"words", b"<!DOCTYPE html><html><body>Sign in</body></html>", b"<opml/>", b"{}",
     b"\xff\xfe", b"<tt/>", b"<rssx/>"],
)  # fmt: skip
def test_what_is_no_feed_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableSource, match="not a feed"):
        read_feed(data, URL)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_after_a_root_are_read(data: bytes) -> None:
    feed = read_feed(b"<rss><channel><title>T</title>" + data, URL)
    assert feed.title == "T"


@pytest.mark.parametrize(
    "inner",
    ["<a>" * 200_000, "&" * 300_000, "<![CDATA[" * 50_000, "<item>" * 50_000, "<!--" * 50_000,
     "<item><description>" + "&lt;div&gt;" * 100_000, "<item " + "a='b' " * 50_000,
     "<item><description>" + "&lt;!-- &gt;" * 100_000, "<item><title>" + "&lt;iframe " * 100_000,
     "<item xml:base='a/'><link xml:base='b/' href='c'/>" * 20_000,
     "<item><content type='xhtml'>" + "<b>x" * 250 + "&amp;" * 100_000,
     "<item><description>" * 120 + "&lt;b&gt;x " * 300_000,
     "<item><description>" + "<b>" * 250 + "x&amp;" * 300_000],
)  # fmt: skip
def test_hostile_feeds_are_read_in_reasonable_time(inner: str) -> None:
    before = time.monotonic()
    items(inner)
    assert time.monotonic() - before < 5


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05"),
        ("5 Mar 24 10:00 EST", "2024-03-05"),
        ("2024-03-05T23:59:59+02:00", "2024-03-05"),
        ("2024-03-05", "2024-03-05"),
        ("Tue, 35 Mar 2024 10:00:00 GMT", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_dates(text: str | None, day: str | None) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3723", 3723.0), ("62:03", 3723.0), ("1:02:03", 3723.0), ("01:02:03.5", 3723.5),
     ("0", None), ("-5", None), ("1 hour", None), ("999999", None), (None, None)],
)  # fmt: skip
def test_durations(text: str | None, seconds: float | None) -> None:
    assert duration_of(text) == seconds


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), (" 7 ", 7), ("3.0", 3), ("204.5", None), ("VII", None)]
)
def test_numbers(text: str, number: int | None) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("a b.vtt", "https://feeds.example/tide/a%20b.vtt"),
        ("//cdn.example/a.vtt", "https://cdn.example/a.vtt"),
        ("../a.vtt", "https://feeds.example/a.vtt"),
        ("../../../../etc/passwd", "https://feeds.example/etc/passwd"),
        ("file:///etc/passwd", None),
        ("javascript:alert(1)", None),
        ("data:text/plain,x", None),
        ("http://[bad", None),
        ("x" * 3_000, None),
        ("", None),
    ],
)
def test_addresses(text: str, url: str | None) -> None:
    assert address(text, URL) == url


@pytest.mark.parametrize(
    ("role", "group", "known"),
    [("Host", None, "host"), ("co-host", "Cast", "host"), ("guest", "", "guest"),
     ("guest", "writing", "other"), ("narrator", None, "other")],
)  # fmt: skip
def test_roles(role: str, group: str | None, known: str) -> None:
    assert role_of(role, group) == known


def test_the_best_transcript_is_in_the_shows_language_and_carries_most() -> None:
    offers = [
        FeedTranscript("https://a.example/1", "text/plain"),
        FeedTranscript("https://a.example/2", "text/html"),
        FeedTranscript("https://a.example/3.srt"),
        FeedTranscript("https://a.example/4", "text/vtt", "es"),
        FeedTranscript("https://a.example/5", "text/vtt", "en-US", "captions"),
        FeedTranscript("https://a.example/6", "text/vtt", "en"),
        FeedTranscript("https://a.example/7", "application/json", "es"),
        FeedTranscript("https://a.example/8", "application/json"),
        FeedTranscript("https://a.example/9", "application/pdf"),
        FeedTranscript("https://a.example/a", "application/ttml+xml"),
        FeedTranscript("https://a.example/b", "text/sbv"),
    ]
    order = [offer.url.removesuffix(".srt")[-1] for offer in ranked_offers(offers, "en-GB")]
    assert "".join(order) == "865a3b21974"
