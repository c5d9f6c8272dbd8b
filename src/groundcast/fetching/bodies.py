"""Bodies of answers, decompressed as they come and never beyond a limit."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

import brotli as _brotli  # pyright: ignore

ACCEPTED = "gzip, deflate, br"
_STEP = 65_536
_GZIP = b"\x1f\x8b"
_BROTLI = cast(Any, _brotli)


class BodyRefused(Exception):
    """The body is too large, damaged, or packed in a way that is not read; says which."""


def read_body(chunks: Iterable[bytes], encoding: str, max_bytes: int) -> bytes:
    """The whole body, decompressed; raises BodyRefused.

    The limit counts bytes before and after decompression, and decompression stops at it.
    """
    names = [name.strip().lower() for name in encoding.split(",")]
    names = [name for name in names if name not in ("", "identity")]
    if not names:
        return _joined(chunks, max_bytes)
    if names in (["gzip"], ["x-gzip"]):
        packed, begins = _begun(_limited(chunks, max_bytes))
        # Some servers say so of what they did not pack.
        unpacked = _unpacked(packed, gzip=True) if begins.startswith(_GZIP) else packed
        return _joined(unpacked, max_bytes)
    if names == ["br"]:
        return _joined(_unpacked_brotli(_limited(chunks, max_bytes)), max_bytes)
    if names == ["deflate"]:
        return _joined(_unpacked(_limited(chunks, max_bytes), gzip=False), max_bytes)
    raise BodyRefused(f"is packed as {', '.join(names)[:40]}, which was not asked for")


def _joined(chunks: Iterable[bytes], max_bytes: int) -> bytes:
    return b"".join(_limited(chunks, max_bytes))


def _limited(chunks: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > max_bytes:
            raise too_large(max_bytes)
        yield chunk


def too_large(max_bytes: int) -> BodyRefused:
    """The refusal of a body over the limit."""
    return BodyRefused(f"is larger than {max_bytes / 1e6:g} MB")


def _begun(chunks: Iterator[bytes]) -> tuple[Iterator[bytes], bytes]:
    """The chunks again, and at least the first two bytes of them where there are as many."""
    begins = b""
    for chunk in chunks:
        begins += chunk
        if len(begins) >= len(_GZIP):
            break
    return chain((begins,), chunks), begins


def _unpacked_brotli(chunks: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = _BROTLI.Decompressor()
    try:
        for chunk in chunks:
            if unpacker.is_finished():
                break
            part = unpacker.process(chunk, output_buffer_limit=_STEP)
            while part and not unpacker.is_finished():
                yield part
                part = unpacker.process(b"", output_buffer_limit=_STEP)
            yield part
    except _BROTLI.error:
        raise BodyRefused("is damaged: it cannot be decompressed") from None
    if not unpacker.is_finished():
        raise BodyRefused("ends before its compressed data does")


def _unpacked(chunks: Iterable[bytes], *, gzip: bool) -> Iterator[bytes]:
    unpacker = None
    begun = False
    try:
        for chunk in chunks:
            data, more = chunk, True
            while data or more:
                if unpacker is None:
                    # A gzip file may be several, one after the other, and end in zeros.
                    if not data.strip(b"\0") or (begun and not gzip):
                        break
                    unpacker = zlib.decompressobj(_window(data, gzip=gzip))
                    begun = True
                part = unpacker.decompress(data, _STEP)
                yield part
                data, more = unpacker.unconsumed_tail, len(part) == _STEP
                if unpacker.eof:
                    data, unpacker = unpacker.unused_data, None
    except zlib.error:
        raise BodyRefused("is damaged: it cannot be decompressed") from None
    if unpacker is not None:
        raise BodyRefused("ends before its compressed data does")


def _window(data: bytes, *, gzip: bool) -> int:
    """Servers send "deflate" with the header of zlib or without."""
    if gzip:
        return zlib.MAX_WBITS | 16
    headed = len(data) > 1 and data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if headed else -zlib.MAX_WBITS
