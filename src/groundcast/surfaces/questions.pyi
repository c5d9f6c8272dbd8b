# ruff: noqa: E501
# fmt: off
"""The tools as Python methods; generated from the catalogue by `make docs`."""

from collections.abc import Mapping
from typing import Any, Literal

from groundcast.capabilities.briefing import BriefingPack
from groundcast.capabilities.catalogue import Episodes, Feeds, Status
from groundcast.capabilities.episodes import EpisodeDetail
from groundcast.capabilities.find import SearchResults
from groundcast.capabilities.fitting import Fitted
from groundcast.capabilities.insights import EpisodeInsights, InsightDetail
from groundcast.capabilities.naming import Candidates

class Questions:
    """A method for every tool, each asked through `ask`."""

    def ask(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Fitted:
        """A tool's answer as it is served: the model, its JSON and its text."""

    def resolve_entity(
        self,
        name: str,
        kind: Literal["person", "org", "topic", "show", "episode"] | None = None,
        limit: int = 5,
        max_tokens: int = 4000,
    ) -> Candidates:
        """Turn a name into ids: people, organisations, topics, shows, episodes.

        Use it first whenever a question names someone or something. Not for statements: use
        search_corpus. Next: any tool that takes the id.
        """

    def corpus_briefing_pack(
        self,
        query: str = "",
        entity: str | None = None,
        max_tokens: int = 2000,
        show: str | None = None,
        since: str | None = None,
        until: str | None = None,
        person: str | None = None,
        topic: str | None = None,
        episode: str | None = None,
        insight_type: Literal["claim", "recommendation", "observation", "question", "prediction"] | None = None,
        order: Literal["litm", "rank", "time"] = "litm",
        tokenizer: Literal["o200k", "cl100k", "estimate"] = "o200k",
        form: Literal["text", "json"] | None = None,
    ) -> BriefingPack:
        """Brief on a question or subject: cited evidence within a token budget.

        Use it first for research or an answer with sources. Not for every passage: use
        search_corpus. Next: insight_detail on a doc_id, or the call its receipt names.
        """

    def search_corpus(
        self,
        query: str,
        tier: Literal["insight", "segment", "both"] = "both",
        grounded_only: bool = False,
        insight_type: Literal["claim", "recommendation", "observation", "question", "prediction"] | None = None,
        show: str | None = None,
        since: str | None = None,
        until: str | None = None,
        person: str | None = None,
        topic: str | None = None,
        episode: str | None = None,
        include_copies: bool = False,
        limit: int = 8,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> SearchResults:
        """Find what was said about something, by words and meaning, cited.

        Use it to explore or to find a passage. Not for a synthesis: use corpus_briefing_pack.
        Next: insight_detail, or episode_detail around a citation.
        """

    def episode_insights(
        self,
        episode: str,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> EpisodeInsights:
        """List an episode's insights by salience, each with its quotes.

        Use it for what one episode claims. Not for a subject across episodes: use search_corpus.
        Next: insight_detail with an insight_id.
        """

    def insight_detail(
        self,
        insight: str,
        max_tokens: int = 4000,
    ) -> InsightDetail:
        """Show one insight whole: quotes, topics, entities, edges.

        Use it to check or cite an insight found elsewhere. Not for finding insights: use
        search_corpus or episode_insights. Next: episode_detail with a window around the citation.
        """

    def list_feeds(
        self,
        limit: int = 50,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> Feeds:
        """List the shows in the corpus, with their episodes and dates.

        Use it to see what there is to ask. Not for finding what was said: use search_corpus.
        Next: list_episodes with a podcast_id.
        """

    def list_episodes(
        self,
        show: str | None = None,
        since: str | None = None,
        until: str | None = None,
        person: str | None = None,
        topic: str | None = None,
        text: str | None = None,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> Episodes:
        """List episodes, newest first, by show, date, person, topic or title.

        Use it to browse. Not for what was said in them: use search_corpus.
        Next: episode_detail or episode_insights with an episode_id.
        """

    def episode_detail(
        self,
        episode: str,
        include: str | None = None,
        max_tokens: int = 4000,
    ) -> EpisodeDetail:
        """Show what is known of one episode, and a transcript window if asked.

        Use it for people, topics, links and context around a quote. Not for its claims: use
        episode_insights. Next: episode_insights, or a window of turns around a citation.
        """

    def corpus_status(
        self,
        max_tokens: int = 4000,
    ) -> Status:
        """Show what the corpus holds, its version, and what is not assessed.

        Use it first when an answer is empty or surprising. Not for content: use search_corpus.
        Next: list_feeds.
        """
