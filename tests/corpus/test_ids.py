import pytest

from groundcast.corpus import ids


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tidewater Talks", "tidewater-talks"),
        ("Zoë Ångström’s  co-op", "zoë-ångström-s-co-op"),
        ("LOT=true", "lot-true"),
        ("OP_VAULT", "op-vault"),
        ("ＦＵＬＬ width", "full-width"),
        ("東京 ラジオ", "東京-ラジオ"),
        ("Straße", "strasse"),
        ("", "untitled"),
        ("!!!", "untitled"),
        ("../../etc/passwd", "etc-passwd"),
    ],
)
def test_a_slug_keeps_letters_and_digits_of_any_script(text: str, expected: str) -> None:
    assert ids.slug(text) == expected


def test_a_slug_fits_a_file_name_whatever_the_script() -> None:
    assert len(ids.slug("語" * 400).encode()) <= 120
    assert ids.slug("語" * 400)


def test_ids_are_the_same_on_every_machine() -> None:
    assert ids.show_id("Tidewater") == "podcast:tidewater"
    assert ids.episode_id("podcast:tidewater", "guid-1") == "episode:cfb720df1b92"
    assert ids.quote_id("episode:cfb720df1b92", 3, 9, "harbour") == "quote:ef82c4cbd3beba44"


def test_a_guid_names_an_episode_only_inside_its_show() -> None:
    assert ids.episode_id("podcast:a", "1") != ids.episode_id("podcast:b", "1")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("podcast:tidewater", "podcast"),
        ("episode:0123456789ab", "episode"),
        ("episode:0123456789AB", None),
        ("segment:0123456789abcdef", "segment"),
        ("insight:0123456789abcdef", "insight"),
        ("quote:0123456789abcdef", "quote"),
        ("person:zoë-ångström", "person"),
        ("topic:heat-pumps", "topic"),
        ("topic:heat pumps", None),
        ("Heat pumps", None),
        ("", None),
    ],
)
def test_an_id_shows_its_kind(value: str, kind: str | None) -> None:
    assert ids.id_kind(value) == kind
