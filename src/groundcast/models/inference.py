"""Running an ONNX sentence model on the processor: OpenVINO where installed, else onnxruntime.

Each text runs alone, so that its row never depends on its neighbours. On a 2-core AVX-512 machine
that is as fast as batches: 13,300 tokens/s for 220-piece texts, 12,400 with four together.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from groundcast.errors import NotReady

Runtime = Literal["openvino", "onnxruntime"]
Hidden = NDArray[np.float32]
_MOST_THREADS = 8
# The runtime keeps compiled kernels for each length it meets. Lengths padded to a multiple of 16
# take 265 MB after all 256 lengths, unpadded ones 740 MB and more processor time.
_LENGTH_STEP = 16
_FIRST_USE = Lock()


class Network(Protocol):
    """A loaded model; safe to call from several threads at once."""

    runtime: Runtime

    def run(self, inputs: Iterable[Sequence[int]], take: Callable[[int, Hidden], None]) -> None:
        """Calls `take` with each input's number and hidden states, (pieces, width).

        The array is only valid during the call.
        """
        ...


def open_network(model: bytes, runtime: Runtime | None, threads: int | None) -> Network:
    """Loads a model; `threads` defaults to the processor's cores, at most eight.

    Raises NotReady where the runtime is not installed or does not load.
    """
    threads = threads or min(_available_cores(), _MOST_THREADS)
    chosen = runtime or ("openvino" if find_spec("openvino") else "onnxruntime")
    try:
        return _OpenVino(model, threads) if chosen == "openvino" else _OnnxRuntime(model, threads)
    except ImportError as error:
        raise NotReady(
            f"{chosen} does not load: {error}", hint=f"Run: pip install --force-reinstall {chosen}"
        ) from error


class _OpenVino:
    runtime: Runtime = "openvino"

    def __init__(self, model: bytes, threads: int) -> None:
        core = _openvino().Core()
        self._compiled: Any = core.compile_model(
            core.read_model(model, b""),
            "CPU",
            {
                # One thread a stream, so that a sum is never split by the number of cores.
                "NUM_STREAMS": threads,
                "INFERENCE_NUM_THREADS": threads,
                # Else bfloat16 on the processors that have it, and other vectors on the rest.
                "INFERENCE_PRECISION_HINT": "f32",
                # Activations are quantised in groups within a row; 0 would halve the speed.
                "DYNAMIC_QUANTIZATION_GROUP_SIZE": 32,
                "ENABLE_CPU_PINNING": False,
            },
        )
        self._at_once = threads + 1
        self._idle: deque[Any] = deque()
        # The binding looks numpy's types up on first use, holding a lock of its own while it waits
        # for Python's: two threads that do so at once wait for each other for ever.
        with _FIRST_USE:
            self.run([(0, 0)], lambda _, __: None)

    def run(self, inputs: Iterable[Sequence[int]], take: Callable[[int, Hidden], None]) -> None:
        running: deque[tuple[int, int, Any]] = deque()
        try:
            for number, ids in enumerate(inputs):
                if len(running) == self._at_once:
                    self._finish(running, take)
                request = self._free_request()
                request.start_async(_feed(ids), share_inputs=False)
                running.append((number, len(ids), request))
            while running:
                self._finish(running, take)
        finally:
            for *_, request in running:
                request.wait()

    def _free_request(self) -> Any:
        # As many as the callers need: OpenVINO takes them in turn, so a query that comes while a
        # corpus is embedded waits for a text or two, 17 ms at the median on two cores.
        try:
            return self._idle.pop()
        except IndexError:
            return self._compiled.create_infer_request()

    def _finish(
        self, running: deque[tuple[int, int, Any]], take: Callable[[int, Hidden], None]
    ) -> None:
        number, length, request = running[0]
        request.wait()
        running.popleft()
        take(number, request.get_output_tensor(0).data[0, :length])
        self._idle.append(request)


class _OnnxRuntime:
    runtime: Runtime = "onnxruntime"

    def __init__(self, model: bytes, threads: int) -> None:
        onnxruntime: Any = import_module("onnxruntime")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    def run(self, inputs: Iterable[Sequence[int]], take: Callable[[int, Hidden], None]) -> None:
        for number, ids in enumerate(inputs):
            take(number, self._session.run(None, _feed(ids))[0][0, : len(ids)])


def _feed(ids: Sequence[int]) -> dict[str, NDArray[np.int64]]:
    padded = -(-len(ids) // _LENGTH_STEP) * _LENGTH_STEP
    row = np.zeros((1, padded), np.int64)
    row[0, : len(ids)] = ids
    mask = np.zeros_like(row)
    mask[0, : len(ids)] = 1
    return {"input_ids": row, "attention_mask": mask, "token_type_ids": np.zeros_like(row)}


def _openvino() -> Any:
    with _without("openvino.tools.ovc"):
        return import_module("openvino")


@contextmanager
def _without(module: str) -> Generator[None]:
    """Keeps an optional submodule out of an import.

    OpenVINO's model converter, which is not needed here, writes to the home directory and reports
    each import to an analytics service.
    """
    if module in sys.modules:
        yield
        return
    sys.modules[module] = None  # pyright: ignore[reportArgumentType]
    try:
        yield
    finally:
        del sys.modules[module]


def _available_cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
