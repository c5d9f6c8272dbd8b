"""Scores search on questions with graded passages: nDCG@10, recall@10, match strength.

Usage: python evaluation/score_questions.py CORPUS QUESTIONS.jsonl INDEX.tsv [ABSENT.jsonl]

A question has `question` and `passages` of `path`, `line_start`, `line_end` (lines from 1 in the
source file) and `grade`. INDEX.tsv says which path is which guid; paths start from its folder.
A result finds a passage when it covers at least half of its words; each passage counts once, at
the first result that finds it.
"""

import csv
import json
import math
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from groundcast.corpus.entries import EpisodeFilter
from groundcast.knowledge.opened import OpenCorpus, Snapshot
from groundcast.knowledge.searching import search_corpus_rows
from groundcast.retrieval.filters import Filter
from groundcast.retrieval.results import CompoundResult, InsightResult, ScoredResult

DEPTH = 10
RESAMPLED = 2_000
_WORD = re.compile(r"[^\W_]+")
_MARKUP = re.compile(r"\]\([^)]*\)|^\*\*[^*]{1,60}\*\*:?|^[\w .’'()@-]{1,50}:\s")


@dataclass(frozen=True)
class Text:
    """An episode's words and where each begins."""

    words: list[str]
    starts: list[int]


@dataclass(frozen=True)
class Passage:
    """Spans of an episode's text that together answer a question."""

    episode_id: str
    spans: tuple[tuple[int, int], ...]
    grade: int


def words_of(text: str) -> Text:
    found = list(_WORD.finditer(text))
    return Text([m.group().casefold() for m in found], [m.start() for m in found])


def find(text: Text, wanted: list[str]) -> tuple[int, int] | None:
    """Where a line's words stand, found by its first and last words that are unlike others."""
    probe = min(8, len(wanted))
    for at in range(len(text.words) - len(wanted) + 1):
        if text.words[at : at + probe] == wanted[:probe]:
            end = min(at + len(wanted), len(text.starts) - 1)
            return text.starts[at], text.starts[end]
    return None


def passage_of(
    stated: dict[str, object], folder: Path, texts: dict[str, tuple[str, Text]]
) -> Passage | None:
    path = str(stated["path"])
    if path not in texts:
        return None
    episode_id, text = texts[path]
    lines = (folder / path).read_text("utf-8").splitlines()
    spans: list[tuple[int, int]] = []
    for line in lines[int(stated["line_start"]) - 1 : int(stated["line_end"])]:  # type: ignore[call-overload]
        wanted = words_of(_MARKUP.sub(" ", line)).words
        span = find(text, wanted) if len(wanted) > 3 else None
        if span is not None:
            spans.append(span)
    return Passage(episode_id, tuple(spans), int(stated["grade"])) if spans else None  # type: ignore[call-overload]


def result_span(snapshot: Snapshot, result: ScoredResult) -> tuple[str, int, int]:
    if isinstance(result, CompoundResult):
        return (
            result.segment.citation.episode_id,
            result.segment.char_start,
            result.segment.char_end,
        )
    if isinstance(result, InsightResult):
        quote = snapshot.catalogue.quotes_by_id([result.quotes[0].quote_id])
        (held,) = quote.values()
        return held.episode_id, held.char_start, held.char_end
    return result.citation.episode_id, result.char_start, result.char_end


def covers(passage: Passage, episode_id: str, start: int, end: int) -> bool:
    if passage.episode_id != episode_id:
        return False
    total = sum(b - a for a, b in passage.spans)
    shared = sum(max(0, min(b, end) - max(a, start)) for a, b in passage.spans)
    # A long passage cannot be covered by one window: most of a window in it will do.
    return shared >= 0.5 * min(total, end - start)


def score(found: list[tuple[str, int, int]], passages: list[Passage]) -> tuple[float, float]:
    left, gain = list(passages), 0.0
    for rank, span in enumerate(found[:DEPTH], 1):
        for passage in [p for p in left if covers(p, *span)]:
            gain += (2**passage.grade - 1) / math.log2(rank + 1)
            left.remove(passage)
    best = sorted((2**p.grade - 1 for p in passages), reverse=True)[:DEPTH]
    ideal = sum(g / math.log2(rank + 1) for rank, g in enumerate(best, 1))
    return min(1.0, gain / ideal), 1 - len(left) / len(passages)


def interval(values: list[float]) -> tuple[float, float]:
    drawn = random.Random(20260101)
    means = sorted(
        sum(drawn.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLED)
    )
    return means[int(0.025 * RESAMPLED)], means[int(0.975 * RESAMPLED)]


def main() -> None:
    corpus, questions, index = (Path(argument) for argument in sys.argv[1:4])
    with OpenCorpus(corpus) as opened, opened.snapshot() as snapshot:
        texts = episode_texts(snapshot, index)
        ndcg: list[float] = []
        recall: list[float] = []
        paraphrased: list[float] = []
        strengths: Counter[str] = Counter()
        for line in questions.read_text("utf-8").splitlines():
            asked = json.loads(line)
            stated = [passage_of(p, index.parent, texts) for p in asked["passages"]]
            passages = [p for p in stated if p is not None]
            found = search_corpus_rows(
                snapshot, asked["question"], Filter(), limit=DEPTH, per_episode=None
            )
            strengths[found.match_strength] += 1
            if not passages:
                say(f"no passage located for {asked['qid']}")
                continue
            gained, share = score([result_span(snapshot, r) for r in found.results], passages)
            ndcg.append(gained)
            recall.append(share)
            if asked.get("paraphrased"):
                paraphrased.append(gained)
        for name, values in (
            ("nDCG@10", ndcg),
            ("paraphrased", paraphrased),
            ("recall@10", recall),
        ):
            low, high = interval(values)
            mean = sum(values) / len(values)
            say(f"{name:<12} {mean:.3f} [{low:.3f}, {high:.3f}] of {len(values)}")
        say(f"answerable   {dict(strengths)}")
        for path in sys.argv[4:5]:
            by_type: dict[str, Counter[str]] = {}
            for line in Path(path).read_text("utf-8").splitlines():
                asked = json.loads(line)
                found = search_corpus_rows(snapshot, asked["question"], Filter(), limit=1)
                by_type.setdefault(asked["type"], Counter())[found.match_strength] += 1
            for kind, counts in sorted(by_type.items()):
                say(f"absent {kind:<14} {dict(counts)}")


def episode_texts(snapshot: Snapshot, index: Path) -> dict[str, tuple[str, Text]]:
    catalogue = snapshot.catalogue
    ids = {
        e.episode.guid: e.episode.id for e in catalogue.list_episodes(EpisodeFilter(), 0, 10_000)
    }
    texts: dict[str, tuple[str, Text]] = {}
    with index.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            episode = ids.get(row.get("guid") or row.get("episode_id") or "")
            if episode is not None:
                turns = catalogue.turns_numbered(episode, 1, 100_000)
                texts[row["path"]] = (episode, words_of("\n".join(t.text for t in turns)))
    return texts


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
