import pytest

from groundcast.errors import UnreadableSource
from groundcast.ingest.decoding import decode
from groundcast.ingest.encodings import decoded

RUSSIAN = "Сегодня вода поднялась до причала, и паром не вышел. Мы ждём вас здесь."
JAPANESE = "今日は潮が高いので、船は出ません。公園で待っています。私もそう思います。"
SAID = {
    "gb18030": "今天的水位很高，渡船不开。我们在码头等你，请你快一点来。",
    "big5": "今天的水位很高，渡船不開。我們在碼頭等你，請你快一點來。",
    "shift_jis": JAPANESE,
    "euc-jp": JAPANESE,
    "iso2022_jp": JAPANESE,
    "euc-kr": "오늘은 물이 높아서 배가 나가지 않습니다. 부두에서 기다리겠습니다.",
    "koi8-r": RUSSIAN,
    "cp1251": RUSSIAN,
    "cp1250": "Dnes je voda příliš vysoká a přívoz nejede. Čekáme na vás u řeky, přijďte.",
    "cp1252": "Aujourd’hui l’eau est très haute et le bac ne passe pas. Où êtes-vous ?",
    "cp1253": "Σήμερα το νερό είναι ψηλά και το πλοίο δεν φεύγει. Σας περιμένουμε εδώ.",
    "cp1254": "Bugün su çok yüksek, vapur kalkmıyor. Sizi iskelede bekliyoruz, şimdi gelin. "
    "Yağmur dün gece başladı ve hâlâ yağıyor, ağaçların altı göl gibi oldu.",
    "cp1255": "היום המים גבוהים מאוד והמעבורת לא יוצאת. אנחנו מחכים לכם כאן ברציף.",
    "cp1256": "الماء مرتفع اليوم والعبارة لا تخرج. نحن ننتظركم هنا عند الرصيف.",
    "utf-16-le": RUSSIAN,
    "utf-16-be": "The water is high.",
    "utf-32-le": RUSSIAN,
}


def captions(text: str) -> str:
    lines = text.replace("。", "。|").replace(". ", ". |").split("|")
    return "\n".join(
        f"{n}\n00:00:{n:02},000 --> 00:00:{n + 1:02},000\n{line}\n" for n, line in enumerate(lines)
    )


@pytest.mark.parametrize("encoding", SAID)
@pytest.mark.parametrize("form", [str, captions])
def test_an_encoding_that_nothing_states_is_told_by_its_letters(
    encoding: str, form: type[str]
) -> None:
    text = form(SAID[encoding])
    found = decoded(text.encode(encoding))
    assert found is not None
    assert found.text == text
    assert len(found.notes) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_needs_no_note(encoding: str) -> None:
    found = decoded(RUSSIAN.encode(encoding))
    assert found is not None
    assert (found.text, found.notes) == (RUSSIAN, ())


@pytest.mark.parametrize(
    "head",
    [
        '<?xml version="1.0" encoding="{}"?><p>',
        '<html><head><meta charset="{}"></head><p>',
        '<meta http-equiv="Content-Type" content="text/html; charset={}"><p>',
    ],
)
@pytest.mark.parametrize(("encoding", "text"), [("iso8859-5", "Да"), ("shift_jis", "潮")])
def test_a_declared_encoding_is_believed_where_the_bytes_are_valid_in_it(
    head: str, encoding: str, text: str
) -> None:
    whole = head.format(encoding) + text
    found = decoded(whole.encode(encoding))
    assert found is not None
    assert (found.text, found.notes) == (whole, ())


def test_valid_utf_8_is_that_whatever_an_old_head_declares() -> None:
    page = f'<meta charset="windows-1251"><p>{RUSSIAN}'
    found = decoded(page.encode())
    assert found is not None
    assert found.text == page


def test_a_declared_encoding_that_unpacks_or_does_not_fit_is_not_believed() -> None:
    for name in ("zlib", "utf-7", "no-such-encoding", "shift_jis"):
        page = f'<meta charset="{name}"><p>{RUSSIAN}'
        found = decoded(page.encode("cp1251"))
        assert found is not None
        assert found.text == page


def test_a_few_damaged_places_do_not_turn_utf_8_into_another_encoding() -> None:
    data = RUSSIAN.encode() * 3 + b"\xd0 " + RUSSIAN.encode()
    found = decoded(data)
    assert found is not None
    assert found.text.count("\ufffd") == 1
    assert found.text.startswith(RUSSIAN)
    assert found.notes == ("1 characters were damaged and are marked \ufffd",)


@pytest.mark.parametrize("text", ["naïve", "Zoë: hi. It’s fine", "the café – fin", "100 £"])
def test_a_few_accented_letters_are_windows_1252_with_a_note(text: str) -> None:
    found = decoded(text.encode("cp1252"))
    assert found is not None
    assert found.text == text
    assert "Windows-1252" in found.notes[0]


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 20,
        b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00" + bytes(n * 7 % 256 for n in range(4_000)),
        b"\x7fELF\x02\x01\x01\x00" + b"\x00\x01\x02\xff" * 500,
        "<?xml version='1.0' encoding='cp037'?><rss/>".encode("cp037"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableSource, match="binary"):
        decode(data, "a.bin")
