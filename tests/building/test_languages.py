from pathlib import Path

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.corpus.truth import TruthFiles

CUE = "{}\n00:00:{:02},000 --> 00:00:{:02},000\n{}\n"
SPANISH = (
    "El barco no salió esta mañana porque la marea estaba demasiado alta para el muelle.",
    "Los pescadores vendían la captura en el mismo puerto, y no había ni un solo coche.",
    "Ahora todo el mundo compra en el supermercado de la colina, pero los viernes viene alguien.",
    "Mañana hablaremos con la alcaldesa, que ha prometido responder a todas las preguntas.",
    "¿Quién recuerda el invierno en que se heló la bahía y cruzamos andando hasta la isla?",
    "Quien tenga fotografías antiguas de la lonja puede enviárnoslas para la exposición.",
    "También buscamos voces: si vuestros padres trabajaron en la conservera, contadnos cómo olía.",
    "Una barca se entiende con las manos y no con los planos, decía siempre mi hermano mayor.",
    "A mí me parece que nadie nos ha preguntado qué necesitamos en este barrio de pescadores.",
)


def spanish_captions() -> bytes:
    cues = (CUE.format(n, n, n + 1, said) for n, said in enumerate(SPANISH))
    return "\n".join(cues).encode("cp1252")


def test_the_language_of_the_text_is_recorded_and_a_foreign_one_is_not_assessed(
    tmp_path: Path,
) -> None:
    (tmp_path / "tide").mkdir()
    (tmp_path / "tide" / "barco.srt").write_bytes(spanish_captions())
    added = add(tmp_path / "c", [str(tmp_path / "tide")], AddOptions(), Silent())
    assert [episode.notes[0] for episode in added.episodes] == [
        "it is not valid UTF-8: read as Windows-1252, by its letters"
    ]
    truth = TruthFiles(tmp_path / "c")
    (folder,) = truth.episode_folders()
    assert truth.read_episode_file(folder).episode.language == "es"
    assert truth.read_show(folder.parent).language is None
    knowledge = truth.read_episode(folder).knowledge
    assert knowledge is not None
    assert (knowledge.assessed, knowledge.reason) == (
        False,
        "language es is not known to this engine",
    )


def test_a_manifest_that_says_another_language_is_noted(tmp_path: Path) -> None:
    (tmp_path / "barco.srt").write_bytes(spanish_captions())
    manifest = tmp_path / "list.tsv"
    manifest.write_text("path\tshow\tlanguage\nbarco.srt\ttide\ten\n", encoding="utf-8")
    options = AddOptions(manifest=manifest)
    added = add(tmp_path / "c", [str(tmp_path)], options, Silent())
    assert added.episodes[0].notes[-1] == (
        "the source says its language is en; its text is in es, which is recorded"
    )
    truth = TruthFiles(tmp_path / "c")
    (folder,) = truth.episode_folders()
    assert truth.read_episode_file(folder).episode.language == "es"
    assert truth.read_show(folder.parent).language == "en"
