"""Words that stand where a speaker's name stands and name nobody."""

import re
import unicodedata
from functools import lru_cache

from groundcast.records import TurnKind

_MUSIC = "break jingle jingles music theme song intermission interlude"
_SPONSOR = (
    "sponsor sponsors ad ads advert advertisement advertisements commercial sponsored promo "
    "sponsorship werbung publicidad publicité"
)
_STAGE = (
    "intro introduction outro extract clip clips outtake outtakes preview teaser cold_open "
    "recording video audio sound sound_effect sfx laughter applause silence pause crosstalk "
    "post_roll pre_roll mid_roll trailer excerpt end start sample"
)
_PLACEHOLDER = (
    "unknown unidentified unnamed anonymous host cohost guest guests hosts speaker speakers "
    "interviewer interviewee moderator narrator announcer voiceover caller audience panel "
    "panelist participant participants attendee presenter man woman male female voice person "
    "someone somebody everyone everybody all both multiple various q a automated robot "
    "computer_voice machine recorded_voice listener student reporter operator translator "
    "interpreter crowd group together sprecher sprecherin orador oradora locutor locutora "
    "hablante intervenant invité gast"
)
_PLACEHOLDER_FILLERS = (
    "member speaker voice person question from the in of male female unknown unidentified "
    "audience co guest host caller new other another second first third background off video "
    "clip one two three four five more"
)
_CONTENT = (
    "note notes todo fixme faq question questions answer answers example examples warning tip "
    "tips update updates summary links link lesson lessons aside related reminder disclaimer "
    "transcript transcripts transcription location date title topic topics description source "
    "sources reference references resources credits tags duration episode podcast season "
    "published website twitter email contact problem solution pros cons today tomorrow "
    "yesterday result results step steps part chapter section option options reason reasons "
    "fact facts quote quotes conclusion conclusions important caution fun_fact tldr ps p_s nb "
    "edit edited recorded released media url http https www hint remember remark comment "
    "comments example_usage usage install installation license licence takeaway takeaways "
    "agenda overview background context discussion timestamps timestamp show_notes "
    "further_reading see_also speakers people guests hosts translation january february march "
    "april june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday yes no well so and but or because then now okay ok first "
    "second third finally also however like look listen right anyway basically actually plus "
    "again meaning namely specifically literally honestly spoiler bonus point points idea rule "
    "rules goal goals point_one one two three four five six seven eight nine ten"
)

_STAGE_FILLER = "of the a begins ends starts stops plays from movie film"
# As the last word these say what a label of any words is ("Rooftop Theme", "Old Toy Commercial").
_STAGE_ENDINGS = (
    "clip clips theme jingle intro outro commercial trailer excerpt extract promo soundtrack "
    "outtake outtakes"
)
_STAGE_OPENING = re.compile(r"(?:clip|song|excerpt|extract|trailer|recording) (?:from|of|by) \S")
# Words of titles and sentences; nobody's name has them.
_NO_NAME = re.compile(
    r"^(?:the|an?|me) |\b(?:my|your|our|his|her|their|its|is|are|was|were|this|that)\b|#\d| and i$"
    r"|\S (?:and|&|\+) \S"
)

_KIND_BY_WORD: dict[str, TurnKind] = {
    **{word.replace("_", " "): "music" for word in _MUSIC.split()},
    **{word.replace("_", " "): "sponsor" for word in _SPONSOR.split()},
    **{word.replace("_", " "): "stage" for word in _STAGE.split()},
}
_STAGE_FILLERS = frozenset(_STAGE_FILLER.split())
_PLACEHOLDERS = frozenset(word.replace("_", " ") for word in _PLACEHOLDER.split())
_ENDINGS = frozenset(_STAGE_ENDINGS.split())
_FILLERS = frozenset(_PLACEHOLDER_FILLERS.split()) | _PLACEHOLDERS
_CONTENT_WORDS = frozenset(word.replace("_", " ").strip() for word in _CONTENT.split())
_NUMBERING = re.compile(r"^(?:#?\d{1,3}|[a-z]|[ivx]{1,4})$")
_SPONSOR_BREAK = re.compile(
    r"\b(sponsor|ad|commercial|advertis)\w*\s+(break|read|message|spot)s?\b"
)


@lru_cache(maxsize=4_096)
def folded(label: str) -> str:
    """A label without case, accents on apostrophes, underscores or doubled spaces."""
    text = unicodedata.normalize("NFKC", label).casefold().replace("’", "'").replace("_", " ")
    return " ".join(text.replace("-", " ").split())


@lru_cache(maxsize=4_096)
def stage_kind(label: str) -> TurnKind | None:
    """What a label such as "Break", "Jingle" or "Sponsor" says its turn is; None for a voice."""
    words = folded(label).strip("[]() ").split()
    while len(words) > 1 and _NUMBERING.match(words[-1]):
        words.pop()
    text = " ".join(words)
    if _SPONSOR_BREAK.search(text):
        return "sponsor"
    if text in _KIND_BY_WORD or len(words) < 2:
        return _KIND_BY_WORD.get(text)
    kinds = [_KIND_BY_WORD.get(word) for word in words if word not in _STAGE_FILLERS]
    if kinds and None not in kinds:
        return "stage"
    if words[-1] in _ENDINGS or _STAGE_OPENING.match(text):
        return _KIND_BY_WORD.get(words[-1], "stage")
    return "music" if words[-1] == "song" and any(w.endswith("'s") for w in words) else None


def is_placeholder(label: str) -> bool:
    """Whether a label stands for a voice without naming it: "Speaker 1", "SPEAKER_01", "Host"."""
    text = re.sub(r"(?<=[a-zé])(?=\d)", " ", folded(label).strip("[]()<>?. "))
    words = text.split()
    named = [word for word in words if not _NUMBERING.match(word)]
    if not named:
        return not words or words in (["q"], ["a"]) or bool(re.match(r"#?\d", words[0]))
    return (
        named[0] in _FILLERS
        and all(word in _FILLERS for word in named)
        and any(word in _PLACEHOLDERS for word in named)
    )


def names_nobody(label: str) -> bool:
    """Whether a label is several voices or a title: "Ada and Ben", "The Night Shift", "Talk #9"."""
    return _NO_NAME.search(folded(label)) is not None


def introduces_content(label: str) -> bool:
    """Whether a label is a word that opens a remark ("Note", "Question 2") and no speaker."""
    words = folded(label).split()
    while len(words) > 1 and _NUMBERING.match(words[-1]):
        words.pop()
    return " ".join(words) in _CONTENT_WORDS
