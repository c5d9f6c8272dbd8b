"""The JSON of Deepgram: channels with paragraphs or words, or utterances; seconds."""

from collections.abc import Iterator
from dataclasses import replace

from groundcast.ingest.cues import Cue, join_cues
from groundcast.ingest.json_values import (
    JsonObject,
    as_object,
    first,
    language_tag,
    objects,
    seconds_at,
    speaker_label,
    words_of,
)
from groundcast.ingest.source import ReadTranscript, SourceFacts
from groundcast.ingest.timed_words import TimedWord, cues_of_words


def is_deepgram_json(value: object) -> bool:
    """Whether a JSON value has the channels or utterances of the service's results."""
    results = as_object(as_object(value).get("results"))
    return any(_alternatives(channel) for channel in _channels(results)) or any(
        "transcript" in utterance for utterance in objects(results.get("utterances"))
    )


def read_deepgram_json(value: object) -> ReadTranscript:
    """Read each channel: its sentences, else the utterances, else its transcript by its words.

    Of several readings of a channel the first is taken. Several channels are put in order of time
    and told apart in the labels.
    """
    root = as_object(value)
    results = as_object(root.get("results"))
    channels = _channels(results)
    notes: list[str] = []
    cues: list[Cue] = []
    voices: dict[tuple[int, str | None], int] = {}
    for place in range(max(1, len(channels))):
        channel = channels[place] if channels else {}
        found = list(_channel_cues(channel, place, results))
        if len(channels) > 1:
            found = [_numbered(cue, place, voices) for cue in found]
        cues += found
    others = sum(max(0, len(_alternatives(channel)) - 1) for channel in channels)
    if others:
        notes.append(f"{others} other readings left out")
    if len(channels) > 1:
        cues.sort(key=lambda cue: cue.start_seconds if cue.start_seconds is not None else 0.0)
        notes.append(f"{len(channels)} channels put in order of time")
    joined = join_cues(cues)
    return ReadTranscript(
        format="deepgram-json",
        turns=joined.turns,
        time_source="exact" if any(turn.time_marks for turn in joined.turns) else "none",
        facts=SourceFacts(language=_language(root, channels)),
        notes=(*notes, *joined.notes),
    )


def _channels(results: JsonObject) -> list[JsonObject]:
    return objects(results.get("channels"))


def _alternatives(channel: JsonObject) -> list[JsonObject]:
    return objects(channel.get("alternatives"))


def _channel_cues(channel: JsonObject, place: int, results: JsonObject) -> Iterator[Cue]:
    reading = as_object(next(iter(_alternatives(channel)), None))
    paragraphs = objects(as_object(reading.get("paragraphs")).get("paragraphs"))
    utterances = [
        one for one in objects(results.get("utterances")) if first(one, "channel") in (None, place)
    ]
    if any(objects(paragraph.get("sentences")) for paragraph in paragraphs):
        yield from _sentences(paragraphs, list(_words(reading)))
    elif utterances:
        for one in utterances:
            text = words_of(one, "transcript")
            voice = speaker_label(one.get("speaker"))
            whole = Cue(seconds_at(one, "start"), seconds_at(one, "end"), text, voice)
            yield from cues_of_words(text, list(_words(one, voiced=voice is None)), whole)
    else:
        text = words_of(reading, "transcript")
        yield from cues_of_words(text, list(_words(reading)), Cue(None, None, text))


def _sentences(paragraphs: list[JsonObject], words: list[TimedWord]) -> Iterator[Cue]:
    """The sentences of paragraphs, each with the words of the channel that are spoken in it."""
    at = 0
    for paragraph in paragraphs:
        voice = speaker_label(paragraph.get("speaker"))
        for sentence in objects(paragraph.get("sentences")):
            start, end = seconds_at(sentence, "start"), seconds_at(sentence, "end")
            text = words_of(sentence, "text")
            said: list[TimedWord] = []
            while at < len(words) and _before(words[at], end):
                said.append(replace(words[at], speaker=None))
                at += 1
            yield from cues_of_words(text, said, Cue(start, end, text, voice))


def _before(word: TimedWord, end: float | None) -> bool:
    return word.start_seconds is None or end is None or word.start_seconds < end


def _words(value: JsonObject, *, voiced: bool = True) -> Iterator[TimedWord]:
    for word in objects(value.get("words")):
        yield TimedWord(
            words_of(word, "punctuated_word", "word"),
            seconds_at(word, "start"),
            seconds_at(word, "end"),
            speaker_label(word.get("speaker")) if voiced else None,
        )


def _numbered(cue: Cue, place: int, voices: dict[tuple[int, str | None], int]) -> Cue:
    """The cue with a label that tells its voice from those of the other channels."""
    number = voices.setdefault((place, cue.speaker), len(voices) + 1)
    return replace(cue, speaker=f"Speaker {number}")


def _language(root: JsonObject, channels: list[JsonObject]) -> str | None:
    stated = [channel.get("detected_language") for channel in channels]
    stated.append(as_object(root.get("metadata")).get("language"))
    return next((tag for tag in map(language_tag, stated) if tag), None)
