"""Text as native tokenizers accept it."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Each lone surrogate, which has no UTF-8 form, becomes U+FFFD; offsets stay true."""
    return _SURROGATE.sub("\ufffd", text)
