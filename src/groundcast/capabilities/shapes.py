"""What answers are made of, and the arguments that tools share.

A field without a default is in every answer, null or empty if need be; one with a default is
left out while it holds it.
"""

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Spoken:
    """Marks a field whose text was said by someone: data, always rendered as a quotation."""


SPOKEN = Spoken()
SpokenText = Annotated[str, SPOKEN]


class Part(BaseModel):
    """A piece of an answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Page(Part):
    """Where this page stands in the whole."""

    total: Annotated[int | None, Field(description="Items in all; null where not counted.")]
    next_cursor: Annotated[
        str | None, Field(description="Pass as cursor for the next page; null on the last.")
    ]


class Coverage(Part):
    """What was searched, and why nothing or not everything is here."""

    searched: Annotated[str, Field(description="What was looked through.")]
    note: Annotated[str | None, Field(description="Why the answer is empty or partial.")] = None
    undated_left_out: Annotated[
        int, Field(description="Items left out of a date range for want of a date.")
    ] = 0
    copies_left_out: Annotated[
        int, Field(description="Insights left out because they stand in a re-aired copy.")
    ] = 0
    withheld_quotes: Annotated[
        int, Field(description="Quotes that no longer match their transcript.")
    ] = 0


class NextCall(Part):
    """A ready-made call that leads on."""

    tool: str
    arguments: dict[str, Any]
    why: str


class Answer(Part):
    """The envelope of every tool's answer; `primary` names the list or groups that page.

    `companions` name fields with the same keys as the groups, cut along with them. `nested` names
    the list in each item of `primary` that may be shortened where one item alone is too long;
    groups that are lists themselves need none.
    """

    primary: ClassVar[str | None] = None
    companions: ClassVar[tuple[str, ...]] = ()
    nested: ClassVar[str | None] = None

    corpus_version: Annotated[str, Field(description="Digest of the corpus that answered.")] = ""
    page: Page | None = None
    coverage: Coverage | None = None
    notes: Annotated[
        list[str], Field(description="What the limits left out, and how to get it.")
    ] = []
    next: Annotated[list[NextCall], Field(description="Calls that lead on, ids filled in.")] = []


class CitationPart(Part):
    """Where words were said; `text` is the citation as a reader would print it."""

    text: str
    episode_id: str
    episode_title: str
    show_id: str
    show_title: str
    person_id: str | None = None
    speaker: str | None = None
    published_on: str | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    time_exact: bool = False
    turn: int = 0
    url: str | None = None
    quote_id: str | None = None
    licence: str | None = None


class QuotePart(Part):
    """A verified quote."""

    quote_id: str
    text: SpokenText
    citation: CitationPart
    cut: Annotated[bool, Field(description="text is only the beginning.")] = False


class EntityRef(Part):
    """An id with the name to show for it."""

    id: str
    display_name: str


MAX_NAME = 200
MAX_QUERY = 2_000

Limit = Annotated[int, Field(ge=1, le=100, description="Most items on a page.")]
Cursor = Annotated[
    str | int | None,
    Field(description="next_cursor of the page before.", max_length=40),
]
MaxTokens = Annotated[
    int, Field(ge=100, le=25_000, description="Hard limit on the answer's size in tokens.")
]
Since = Annotated[
    str | None,
    Field(
        pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$",
        description="Earliest date: YYYY-MM-DD, YYYY-MM or YYYY.",
        max_length=10,
    ),
]
Until = Annotated[
    str | None,
    Field(
        pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$",
        description="Latest date, included: YYYY-MM-DD, YYYY-MM or YYYY.",
        max_length=10,
    ),
]
ShowArg = Annotated[
    str | None, Field(description="A show's id, feed URL or title.", max_length=500)
]
PersonArg = Annotated[
    str | None, Field(description="A person's id or unambiguous name.", max_length=MAX_NAME)
]
TopicArg = Annotated[
    str | None, Field(description="A topic's id or unambiguous name.", max_length=MAX_NAME)
]
EpisodeArg = Annotated[
    str, Field(description="An episode's id, or show-slug/episode-slug.", max_length=300)
]
OptionalEpisode = Annotated[
    str | None, Field(description="An episode's id, or show-slug/episode-slug.", max_length=300)
]
NamedPerson = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME, description="A person's id or unambiguous name."),
]
NamedTopic = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME, description="A topic's id or unambiguous name."),
]
NamedShow = Annotated[
    str, Field(min_length=1, max_length=500, description="A show's id, feed URL or title.")
]
NamedEntity = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_NAME,
        description="Id or unambiguous name of a person, organisation or topic.",
    ),
]
InsightArg = Annotated[str, Field(description="An insight's id.", max_length=64)]
PerGroup = Annotated[int, Field(ge=1, le=50, description="Most insights in each group.")]
IncludeCopies = Annotated[bool, Field(description="Also re-aired copies of an episode.")]
Query = Annotated[
    str,
    Field(min_length=1, max_length=MAX_QUERY, description="A question or keywords."),
]

# Names by which the same arguments are known elsewhere; accepted, not advertised. Of two
# arguments with the same alias the first that a tool has takes it.
ALIASES: dict[str, tuple[str, ...]] = {
    "per_group": ("per_show", "k"),
    "limit": ("k", "top_k"),
    "show": ("feed", "podcast_id", "show_id"),
    "person": ("person_id",),
    "topic": ("topic_id",),
    "entity": ("entity_id", "person", "person_id", "topic", "topic_id"),
    "insight": ("insight_id",),
    "episode": ("episode_id",),
}
