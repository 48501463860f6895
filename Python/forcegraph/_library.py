"""The dynamic library beside this file, and how it is called."""

from __future__ import annotations

import ctypes
import json
import threading
from pathlib import Path
from typing import Any, Callable, List, Mapping, Optional, Sequence, TypeVar

ABI = 2
"""FG_ABI of the header that this package was written for."""

_CODES = {
    1: "bad-graph",
    2: "bad-option",
    3: "bad-position",
    4: "cancelled",
    5: "unavailable",
    6: "too-large",
    7: "failed",
    8: "bad-file",
}
_CANCELLED = 4
# The interval in seconds at which progress and signals are checked.
_PAUSE = 0.02

Result = TypeVar("Result")
Progress = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1, on the thread that called, some 50 times a second."""


class ForceGraphError(ValueError):
    """A graph, an option or a position that cannot be, in a sentence.

    ``code`` is one of bad-graph, bad-option, bad-position, cancelled, unavailable, too-large, failed, bad-file.
    """

    def __init__(self, sentence: str, code: str = "bad-option"):
        super().__init__(sentence)
        self.code = code

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return (type(self), (str(self), self.code))


class _Text(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("length", ctypes.c_int64)]


class _Run(ctypes.Structure):
    _fields_ = [
        ("cancelled", ctypes.c_uint64),
        ("fraction", ctypes.c_double),
        ("count", ctypes.c_uint64),
    ]


def _load() -> ctypes.CDLL:
    path = Path(__file__).with_name("libforcegraph.so")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            f"the library of forcegraph does not load: {error}; install the wheel of this platform"
        ) from error
    library.fg_abi.restype = ctypes.c_int32
    found = library.fg_abi()
    # A library with another interface would read arguments out of bounds.
    if found != ABI:
        raise ImportError(
            f"{path} has interface {found}, and this package needs {ABI}: install forcegraph anew"
        )
    _declare(library)
    return library


def _declare(library: ctypes.CDLL) -> None:
    integer, count, memory = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p
    options = [ctypes.c_char_p, count]
    graph = [count, memory, count]

    def declare(name: str, result: Any, *arguments: Any) -> None:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = list(arguments)

    declare("fg_free", None, memory)
    declare("fg_layout", integer, *graph, memory, memory, memory, *options, memory, memory, memory)
    declare("fg_layouts", integer, memory)
    declare("fg_metrics", integer, *graph, memory, memory, *options, memory)
    declare("fg_measure", integer, *graph, memory, *options, memory, memory, memory)
    text = ctypes.c_char_p
    declare("fg_graph_new", integer, *graph, text, count, *options, memory, memory)
    declare("fg_graph_read", integer, text, text, count, *options, memory, memory, memory)
    declare("fg_graph_facts", integer, memory, memory)
    declare("fg_graph_free", None, memory)
    declare("fg_graph_copy", memory, memory)
    declare("fg_formats", integer, memory)
    declare("fg_graph_arrays", None, memory, memory, memory, memory)
    declare("fg_graph_ids", integer, memory, memory)
    declare("fg_graph_column", integer, memory, integer, text, memory)
    declare("fg_graph_set_column", integer, memory, integer, text, text, text, count, memory)
    declare("fg_graph_set_weights", None, memory, memory)
    declare("fg_graph_set_positions", integer, memory, integer, memory, memory)
    declare("fg_graph_write", integer, memory, text, *options, memory, memory, memory)
    declare("fg_graph_draw", integer, memory, *options, memory, memory, memory)
    declare("fg_picture_free", None, memory)
    declare("fg_picture_bytes", integer, memory, *options, memory)
    declare("fg_graph_page", integer, memory, *options, memory, memory)
    declare("fg_simulation_new", integer, *graph, memory, *options, memory, memory)
    declare("fg_simulation_restore", integer, ctypes.c_char_p, count, memory, memory)
    declare("fg_simulation_facts", integer, memory, memory)
    declare("fg_simulation_free", None, memory)
    declare("fg_simulation_positions", memory, memory)
    declare("fg_simulation_velocities", memory, memory)
    declare("fg_simulation_advance", integer, memory, count, integer, memory, memory)
    declare("fg_simulation_set_positions", integer, memory, memory, memory)
    declare("fg_simulation_set_velocities", integer, memory, memory, memory)
    declare("fg_simulation_pin", integer, memory, count, memory, memory)
    declare("fg_simulation_set", integer, memory, *options, memory)
    declare("fg_simulation_links", None, memory, memory)
    declare("fg_simulation_edit", integer, memory, *options, memory, memory)
    declare("fg_simulation_save", integer, memory, memory)


library = _load()


def encoded(options: Mapping[str, Any]) -> bytes:
    """Options as the library takes them; None is left out."""
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return json.dumps(given, allow_nan=False).encode()
    except ValueError:
        for name, value in given.items():
            if isinstance(value, float):
                _check_finite(name, value)
        raise ForceGraphError("an option has a number that is not finite") from None
    except TypeError as error:
        raise ForceGraphError(f"an option has a value of a wrong type: {error}") from None


def _check_finite(name: str, value: float) -> None:
    if value != value or value in (float("inf"), float("-inf")):
        raise ForceGraphError(f"{name} is {value}; it must be finite")


def _answer(status: int, text: _Text) -> bytes:
    """The text of a call, or its error."""
    try:
        content = ctypes.string_at(text.bytes, text.length) if text.bytes else b""
    finally:
        library.fg_free(text.bytes)
    if status != 0:
        raise ForceGraphError(content.decode("utf-8", "replace"), _CODES.get(status, "failed"))
    return content


def call(function: Callable[..., int], *arguments: Any) -> bytes:
    """Calls a function whose last argument is the text, which is left out here."""
    text = _Text()
    return _answer(function(*arguments, ctypes.addressof(text)), text)


class Text(_Text):
    """A text beside the one that is the answer of a call."""

    def taken(self) -> bytes:
        """The content, once."""
        try:
            return ctypes.string_at(self.bytes, self.length) if self.bytes else b""
        finally:
            library.fg_free(self.bytes)
            self.bytes = None


class Handle:
    """Something of the library, which ends with this object."""

    def __init__(self, address: Optional[int], free: Callable[[int], None]):
        self.address = address
        self._free = free

    def __del__(self) -> None:
        if self.address is not None:
            self._free(self.address)


class Work:
    """A call on a thread of its own, which this thread waits for.

    A signal is handled between two instructions of Python on the main thread: so Ctrl-C arrives here,
    and the library is asked to end, which it does between two steps. A step may take a second in a graph
    of a million edges.
    """

    def __init__(self, progress: Optional[Progress] = None):
        self.run = _Run()
        self.progress = progress

    @property
    def address(self) -> int:
        """Of the fg_run."""
        return ctypes.addressof(self.run)

    def call(
        self,
        function: Callable[..., int],
        *arguments: Any,
        owned: Sequence[Any],
        then: Callable[[bytes], Any] = lambda answer: answer,
    ) -> Any:
        """Like ``call`` of the module. ``then`` makes the result of the answer, also if nobody waits for it
        any more.

        An interrupt is raised at once. The library may use its arguments for a while then: nobody else
        may have what they point to, and ``owned`` is what has that memory.
        """

        kept = [owned]

        def body() -> Any:
            text = _Text()
            status = function(*arguments, ctypes.addressof(text))
            result = then(_answer(status, text))
            # The owned objects must stay alive until here.
            del kept[:]
            return result

        return self._wait_for(body, leaves=True)

    def finish(self, body: Callable[[], int]) -> int:
        """What the body returns. An interrupt is raised when the body has returned."""
        return self._wait_for(body, leaves=False)

    def _wait_for(self, body: Callable[[], Result], leaves: bool) -> Result:
        done = threading.Event()
        results: List[Result] = []
        errors: List[BaseException] = []

        # The thread retains this object, whose memory the library uses, even if nothing else does
        # any more.
        def work(owner: Work) -> None:
            try:
                results.append(body())
            except BaseException as error:
                errors.append(error)
            finally:
                done.set()

        threading.Thread(target=work, args=(self,), name="forcegraph", daemon=True).start()
        interrupt: Optional[BaseException] = None
        while True:
            try:
                if done.wait(_PAUSE):
                    break
                if self.progress is not None and interrupt is None:
                    self.progress(min(max(self.run.fraction, 0.0), 1.0))
            except BaseException as error:  # Ctrl-C, or an error of the caller's function
                self.run.cancelled = 1
                interrupt = interrupt or error
                if leaves:
                    break
        if interrupt is not None:
            raise interrupt
        if errors:
            raise errors[0]
        if self.progress is not None:
            self.progress(1.0)
        return results[0]
