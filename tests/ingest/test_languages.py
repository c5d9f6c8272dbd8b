import subprocess
import sys

import pytest

from groundcast.ingest.languages import detected_language, with_language
from groundcast.ingest.source import ReadTranscript, ReadTurn, SourceEpisode, SourceFacts

ENGLISH = "The ferry did not sail this morning because the tide was far too high for the quay. "
SPANISH = "El barco no salió esta mañana porque la marea estaba demasiado alta para el muelle. "
MUCH_SPANISH = (
    "Cuando mi abuela llegó al puerto no había ni un solo coche, y los pescadores vendían la "
    "captura en el mismo muelle. Ahora todo el mundo compra en el supermercado de la colina, "
    "pero los viernes todavía viene una camioneta con sardinas frescas. ¿Quién recuerda el "
    "invierno en que se heló la bahía? Yo era pequeño y cruzamos andando hasta la isla con mi"
    " hermano mayor, que después se hizo carpintero de ribera. Decía siempre que una barca se"
    " entiende con las manos y no con los planos. El ayuntamiento quiere levantar un hotel "
    "donde estaba la fábrica de hielo, y hay vecinos que están contentos y otros que han "
    "colgado pancartas en los balcones. A mí me parece que nadie nos ha preguntado qué "
    "necesitamos: un médico, un autobús que pase por la tarde y una escuela abierta. Mañana "
    "hablaremos con la alcaldesa, que ha prometido responder a todas las preguntas. Mientras "
    "tanto, quien tenga fotografías antiguas de la lonja puede enviárnoslas, porque "
    "preparamos una exposición para el verano. También buscamos voces: si vuestros padres "
    "trabajaron en la conservera, contadnos cómo olía, qué se cantaba y cuánto se cobraba por"
    " una jornada de doce horas de pie."
)
MUCH_ENGLISH = (
    "When my grandmother came to the harbour there was not a single car, and the fishermen "
    "sold what they had caught on the quay itself. Now everybody buys in the supermarket on "
    "the hill, but on Fridays a van still comes with fresh sardines. Who remembers the winter"
    " when the bay froze over? I was small and we walked across to the island with my elder "
    "brother, who later became a boat builder. He always said that you understand a boat with"
    " your hands and not with the drawings. The council wants to put up a hotel where the ice"
    " works stood; some neighbours are glad, and others have hung banners from their "
    "balconies. It seems to me that nobody asked us what we need: a doctor, a bus in the "
    "afternoon and a school that is open. Tomorrow we shall talk to the mayor, who has "
    "promised to answer every question. Meanwhile, whoever has old photographs of the fish "
    "market may send them to us, for we are preparing an exhibition for the summer. We are "
    "looking for voices as well: if your parents worked at the cannery, tell us what it "
    "smelled like, what was sung there, and how much was paid for a day of twelve hours on "
    "your feet."
)
NORWEGIAN = "Fergen gikk ikke i morges fordi vannet sto altfor høyt for kaien, og ingen kom hjem. "


def episode(text: str, language: str | None, kind: str = "speech") -> SourceEpisode:
    turns = (ReadTurn("Ada", text), ReadTurn(None, SPANISH * 50, kind="stage"))
    return SourceEpisode(
        show_key="tide",
        show_title="Tide",
        guid="1",
        title="One",
        original_name="one.txt",
        original=b"",
        transcript=ReadTranscript("text", turns, "none", notes=("before",)),
        voices=(),
        facts=SourceFacts(language=language),
        language=language,
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH * 3, "en"),
        (SPANISH * 3, "es"),
        (NORWEGIAN * 3, "no"),
        ("今日は潮が高いので、船は出ません。公園で待っています。", "ja"),
        ("今天的水位很高，渡船不开。我们在码头等你。", "zh"),
    ],
)
def test_the_language_is_recorded_where_the_source_says_none(text: str, language: str) -> None:
    found = with_language(episode(text, None))
    assert found.language == language
    assert found.transcript.notes == ("before",)
    assert found.facts.language is None


@pytest.mark.parametrize("text", ["", "Hm. Yes. OK.", "1 2 3 " * 100, "aaa bbb ccc zzz qqq " * 10])
def test_a_text_that_tells_no_language_clearly_leaves_it_unknown(text: str) -> None:
    assert with_language(episode(text, None)).language is None


def test_a_text_clearly_in_another_language_than_stated_is_recorded_so_with_a_note() -> None:
    found = with_language(episode(MUCH_SPANISH, "en"))
    assert found.language == "es"
    assert found.transcript.notes == (
        "before",
        "the source says its language is en; its text is in es, which is recorded",
    )


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (MUCH_ENGLISH, "en-GB"),
        (MUCH_ENGLISH, "en_us"),
        (MUCH_ENGLISH, "English"),
        (NORWEGIAN * 15, "nb"),
        (SPANISH * 3, "en"),
    ],
)
def test_a_stated_language_stands_unless_much_text_speaks_against_it(
    text: str, stated: str
) -> None:
    source = episode(text, stated)
    assert with_language(source) is source


def test_an_opening_in_another_language_does_not_decide() -> None:
    assert with_language(episode(SPANISH * 10 + ENGLISH * 200, None)).language == "en"


def test_chances_of_one_language_under_several_codes_are_added() -> None:
    assert detected_language("轻轻一碰就能发射") == ("zh", pytest.approx(1.0, abs=0.05))


def test_detectors_are_loaded_only_when_they_are_asked() -> None:
    code = (
        "import sys, groundcast.building.adding, groundcast.ingest.transcripts as t; "
        "t.read_transcript('Zoë: hi'.encode(), 'a'); "
        "print([m for m in ('chardet', 'py3langid') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
