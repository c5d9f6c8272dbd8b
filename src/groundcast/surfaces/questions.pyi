# ruff: noqa: E501
# fmt: off
"""The tools as Python methods; generated from the catalogue by `make docs`."""

from collections.abc import Mapping
from typing import Any, Literal

from groundcast.capabilities.arcs import PositionArc
from groundcast.capabilities.briefing import BriefingPack
from groundcast.capabilities.catalogue import Episodes, Feeds, Status
from groundcast.capabilities.contradictions import Contradictions
from groundcast.capabilities.episodes import EpisodeDetail
from groundcast.capabilities.exploring import ExploredInsights
from groundcast.capabilities.find import SearchResults
from groundcast.capabilities.fitting import Fitted
from groundcast.capabilities.gaps import CoverageGaps
from groundcast.capabilities.insights import EpisodeInsights, InsightDetail
from groundcast.capabilities.naming import Candidates
from groundcast.capabilities.people import SpeakerRoster, TopPeople
from groundcast.capabilities.relations import InsightsOf, Positions, RelatedInsights, ShowEpisodes
from groundcast.capabilities.signals import CorpusSignals, EpisodeSignals
from groundcast.capabilities.timelines import PersonTopics, TopicTimeline
from groundcast.capabilities.trends import PerspectiveLeaders, Trending
from groundcast.capabilities.voices import WhoSaid

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

    def person_positions(
        self,
        person: str,
        topic: str | None = None,
        include_copies: bool = False,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> Positions:
        """List what a person states, on one topic or in all.

        Use it for someone's own claims, recommendations and predictions. Not for what others say of
        them: use insights_about_entity. Next: insight_detail, or who_said_about_topic for other voices.
        """

    def who_said_about_topic(
        self,
        topic: str,
        per_group: int = 2,
        include_copies: bool = False,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> WhoSaid:
        """Group the insights on a topic by who states them.

        Use it to compare voices on a subject. Not for one person at length: use person_positions.
        Next: person_positions with a person and the topic, or topic_timeline.
        """

    def insights_about_entity(
        self,
        entity: str,
        include_copies: bool = False,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> InsightsOf:
        """List insights about a topic, or that mention a person or organisation.

        Use it for what is said of someone or something. Not for what a person says: use
        person_positions. Next: insight_detail, or related_insights with an id.
        """

    def related_insights(
        self,
        insight: str,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> RelatedInsights:
        """Find insights that share a topic or mention with one, nearest in meaning first.

        Use it to widen from one statement to others, across shows. Not for a free question: use
        search_corpus. Next: insight_detail.
        """

    def explore_insights(
        self,
        topic: str | None = None,
        person: str | None = None,
        insight_type: Literal["claim", "recommendation", "observation", "question", "prediction"] | None = None,
        grounded_only: bool = False,
        min_confidence: float | None = None,
        sort: Literal["confidence", "time", "salience"] = "salience",
        include_copies: bool = False,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> ExploredInsights:
        """Browse insights by topic, person, type and confidence, with counts.

        Use it to see what kinds of statements there are. Not for a question in words: use
        search_corpus. Next: insight_detail, or the same with a facet's id as filter.
        """

    def contradictions(
        self,
        person: str | None = None,
        topic: str | None = None,
        show: str | None = None,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> Contradictions:
        """Find where speakers contradict each other or themselves, with both quotes.

        Use it for disagreements, changed minds and figures that exclude each other. Not for different
        views in general: use who_said_about_topic. Next: insight_detail on either side.
        """

    def show_episodes(
        self,
        show: str,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> ShowEpisodes:
        """List a show's episodes, newest first.

        Use it to walk through one show. Not for filters by date, person, topic or title: use
        list_episodes. Next: episode_insights or episode_detail with an episode's id.
        """

    def topic_timeline(
        self,
        topic: str,
        since: str | None = None,
        until: str | None = None,
        per_group: int = 2,
        include_copies: bool = False,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> TopicTimeline:
        """Follow a topic through time: episodes by date with their insights on it.

        Use it for how a discussion went. Not for its voices: use who_said_about_topic.
        Next: episode_insights for an episode, or the timeline of a narrower period.
        """

    def person_topics(
        self,
        entity: str,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> PersonTopics:
        """List the topics a person speaks about, by how many insights they state on each.

        Use it to see where someone has something to say. Not for the statements: use
        person_positions. Next: person_positions with one of the topics.
        """

    def position_arc(
        self,
        person: str,
        topic: str,
        since: str | None = None,
        until: str | None = None,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> PositionArc:
        """Follow a person's positions on a topic by date, with the turns they took.

        Use it for how someone's view went and whether it changed. Not for one date or all topics: use
        person_positions. Next: insight_detail, or contradictions with the person.
        """

    def corpus_trending(
        self,
        kind: Literal["topic", "person", "org", "show", "cluster", "storyline", "episode", "insight"] = "topic",
        horizon: Literal["week", "month", "quarter"] = "quarter",
        as_of: str | None = None,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> Trending:
        """Rank what is talked about more than before, at any date.

        Use it to find rising topics, people or shows, now or in the past. Not for one topic's
        history: use topic_timeline. Next: topic_timeline or explore_insights with an id.
        """

    def topic_perspective_leaders(
        self,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> PerspectiveLeaders:
        """List the topics on which the most different people speak.

        Use it to find subjects with many views. Not for what they say: use who_said_about_topic.
        Next: who_said_about_topic with a topic.
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

    def episode_speaker_roster(
        self,
        episode: str,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> SpeakerRoster:
        """List an episode's voices with roles and shares of the talk.

        Use it to see who speaks, how much, and what nobody is known to have said. Not for what they
        say: use episode_insights. Next: person_positions with a person.
        """

    def top_people(
        self,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> TopPeople:
        """List the people who state most, by grounded insights.

        Use it to see whose views the corpus holds. Not for one episode's voices: use
        episode_speaker_roster. Next: person_positions or person_topics with an id.
        """

    def episode_enrichment_signals(
        self,
        episode: str,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> EpisodeSignals:
        """Show an episode's sentiment, density of insights and shares of talk.

        Use it to see how an episode is built and how it sounds. Not for what is said: use
        episode_insights. Next: insight_detail with an id.
        """

    def corpus_enrichment_signals(
        self,
        names: str | None = None,
        limit: int = 20,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> CorpusSignals:
        """List what was derived from the whole corpus, with formula and inputs.

        Use it for momentum, co-occurrence, storylines, consensus, co-appearance, grounding and
        coverage in bulk. Not for one topic or person: use the tools on them. Next: coverage_gaps or
        topic_timeline with a topic.
        """

    def coverage_gaps(
        self,
        topic: str | None = None,
        query: str | None = None,
        limit: int = 10,
        cursor: str | int | None = None,
        max_tokens: int = 4000,
    ) -> CoverageGaps:
        """Show who and when the corpus is silent on a subject it could cover.

        Use it before relying on an answer as the whole picture. Not for what is said: use
        who_said_about_topic or search_corpus. Next: search_corpus within a silent show.
        """

    def corpus_status(
        self,
        max_tokens: int = 4000,
    ) -> Status:
        """Show what the corpus holds, its version, and what is not assessed.

        Use it first when an answer is empty or surprising. Not for content: use search_corpus.
        Next: list_feeds.
        """
