# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""One-sided communication for Python: numpy arrays that other ranks write into, and notifications.

    import arauto, numpy as np
    arauto.init()
    inbox, came = arauto.Array(8), arauto.Notify()
    right = (arauto.rank() + 1) % arauto.size()
    inbox.put(right, np.arange(8.0), notify=came)
    came.wait()                                    # the left neighbour's values are in inbox.local

`arauto run -n 4 python prog.py` starts it. Ranks count from 0. All calls go to libarauto by ctypes.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

try:
    import numpy as np
except ImportError as missing:
    raise ImportError("arauto keeps its memory in numpy arrays: pip install numpy") from missing

__all__ = ["Array", "Error", "Notify", "barrier", "init", "rank", "reduce", "size", "version"]

_LIBRARY = "libarauto.so.0"
_OPERATIONS = {"sum": 0, "prod": 1, "min": 2, "max": 3}
_TYPES = {"i1": 0, "i2": 1, "i4": 2, "i8": 3, "u1": 4, "u2": 5, "u4": 6, "u8": 7,
          "f4": 8, "f8": 9, "c8": 11, "c16": 12}  # fmt: skip


class Error(RuntimeError):
    """A call was refused; the text says why, and `status` is the number of arauto/status.h."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def _find_library() -> str:
    """In a wheel beside this file, in an installed tree above it; else where the loader looks."""
    here = Path(os.path.abspath(__file__)).parent
    for prefix in (here / "tree", *here.parents[2:4]):
        for found in (*prefix.glob(f"lib*/{_LIBRARY}"), *prefix.glob(f"lib/*/{_LIBRARY}")):
            return str(found)
    return _LIBRARY


class _Slot(ctypes.Structure):
    _fields_ = (("value", ctypes.c_uint64),)


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_find_library())
    handle, size, where = ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER
    library.arauto_team_world.restype = handle
    library.arauto_segment_base.restype = handle
    library.arauto_last_error.restype = ctypes.c_char_p
    library.arauto_version.restype = ctypes.c_char_p
    access = [handle, ctypes.c_int, size, handle, size]
    for name, types in {
        "error_stop": [ctypes.c_int, ctypes.c_char_p],
        "team_barrier": [handle],
        "segment_allocate": [handle, size, where(handle)],
        "segment_base": [handle],
        "segment_free": [handle],
        "put": access,
        "get": access,
        "put_notify": [*access, _Slot],
        "get_notify": [*access, _Slot],
        "notify_create": [handle, size, where(handle)],
        "notify_free": [handle],
        "notify_slot": [handle, size, where(_Slot)],
        "notify_post": [ctypes.c_int, _Slot],
        "notify_wait": [handle, size, ctypes.c_uint64],
        "notify_query": [handle, size, where(ctypes.c_uint64)],
        "reduce": [handle, handle, size, ctypes.c_int, ctypes.c_int, ctypes.c_int],
    }.items():
        getattr(library, f"arauto_{name}").argtypes = types
    return library


_library = _load()


def _check(status: int) -> None:
    if status < 0:
        raise Error(status, (_library.arauto_last_error() or b"").decode(errors="replace"))


def version() -> str:
    return _library.arauto_version().decode()


def init() -> None:
    """Join the job. From here on an exception that nobody catches ends it on all ranks."""
    _check(_library.arauto_init())
    sys.excepthook = _end_job


def _end_job(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
    """The other ranks would wait for this one for ever."""
    traceback.print_exception(kind, value, trace)
    sys.stdout.flush()
    sys.stderr.flush()
    _library.arauto_error_stop(1, f"{kind.__name__}: {value}".encode())


def rank() -> int:
    return _library.arauto_rank()


def size() -> int:
    return _library.arauto_size()


def barrier() -> None:
    """Wait until all ranks have come here; what they had put is visible then."""
    _check(_library.arauto_team_barrier(_library.arauto_team_world()))


def reduce(values: Any, operation: str = "sum") -> np.ndarray:
    """Combine the arrays of all ranks, element by element; every rank gets the result."""
    if operation not in _OPERATIONS:
        raise ValueError(f"there is no operation '{operation}': only {', '.join(_OPERATIONS)}")
    result = np.array(values, order="C")
    kind = _TYPES.get(f"{result.dtype.kind}{result.dtype.itemsize}")
    if kind is None:
        raise TypeError(f"elements of {result.dtype} cannot be combined: numbers of C can")
    _check(
        _library.arauto_reduce(
            _library.arauto_team_world(), result.ctypes.data, result.size, kind,
            _OPERATIONS[operation], -1,
        )
    )  # fmt: skip
    return result


class Notify:
    """Counters that other ranks raise, one or more on every rank. Making one is collective."""

    def __init__(self, count: int = 1) -> None:
        self._handle = ctypes.c_void_p()
        world = _library.arauto_team_world()
        _check(_library.arauto_notify_create(world, count, ctypes.byref(self._handle)))

    def slot(self, index: int = 0) -> _Slot:
        """The slot that `put(notify=...)` takes for a counter other than the first."""
        slot = _Slot()
        _check(_library.arauto_notify_slot(self._handle, index, ctypes.byref(slot)))
        return slot

    def post(self, rank: int, index: int = 0) -> None:
        """Raise a counter of that rank, without data."""
        _check(_library.arauto_notify_post(rank, self.slot(index)))

    def wait(self, count: int = 1, index: int = 0) -> None:
        """Wait until so many have come, and take them from the counter."""
        _check(_library.arauto_notify_wait(self._handle, index, count))

    def query(self, index: int = 0) -> int:
        """How many have come and were not taken."""
        count = ctypes.c_uint64()
        _check(_library.arauto_notify_query(self._handle, index, ctypes.byref(count)))
        return count.value

    def free(self) -> None:
        """Collective."""
        _check(_library.arauto_notify_free(self._handle))


class Array:
    """A numpy array of the same shape and type on every rank. Making one is collective.

    `local` is this rank's own: an ordinary array. It is gone after free().
    """

    def __init__(self, shape: int | tuple[int, ...], dtype: Any = float) -> None:
        kind = np.dtype(dtype)
        if kind.hasobject:
            raise TypeError(f"elements of {kind} are Python's own and mean nothing to other ranks")
        whole = (shape,) if isinstance(shape, int) else tuple(shape)
        self._bytes = int(np.prod(whole, dtype=np.int64)) * kind.itemsize
        self._handle = ctypes.c_void_p()
        world = _library.arauto_team_world()
        _check(_library.arauto_segment_allocate(world, self._bytes, ctypes.byref(self._handle)))
        self._base = _library.arauto_segment_base(self._handle) or 0
        memory = (ctypes.c_char * self._bytes).from_address(self._base)
        self.local = np.frombuffer(memory, dtype=kind).reshape(whole)

    def _selected(self, index: Any) -> np.ndarray:
        """The same elements of our own part, whose offset is that of the elements in another's."""
        words = index if isinstance(index, tuple) else (index,)
        for word in words:
            if isinstance(word, (list, np.ndarray)):
                raise IndexError("an index of another rank's array is made of numbers and slices")
        return self.local[index if Ellipsis in words else (*words, ...)]

    def _pieces(self, part: np.ndarray) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Index, offset and bytes of what lies together."""
        depth, together = part.ndim, part.itemsize
        while depth > 0 and (part.shape[depth - 1] <= 1 or part.strides[depth - 1] == together):
            depth -= 1
            together *= part.shape[depth]
        for at in itertools.product(*(range(extent) for extent in part.shape[:depth])):
            steps = sum(i * stride for i, stride in zip(at, part.strides, strict=False))
            yield at, part.__array_interface__["data"][0] + steps - self._base, together

    def put(self, rank: int, values: Any, index: Any = ..., notify: Any = None) -> None:
        """Write into that rank's array; `notify`, a Notify or a slot of one, counts the put there.

        The values may be changed when the call returns. They are there when the other rank has
        waited for the notification, or after a barrier.
        """
        part = self._selected(index)
        source = np.ascontiguousarray(np.broadcast_to(values, part.shape), dtype=part.dtype)
        source = source.reshape(part.shape)
        pieces = list(self._pieces(part)) if part.size > 0 else []
        for number, (at, offset, count) in enumerate(pieces):
            words = (self._handle, rank, offset, source[(*at, ...)].ctypes.data, count)
            if notify is not None and number == len(pieces) - 1:  # puts arrive in their order
                slot = notify.slot() if isinstance(notify, Notify) else notify
                _check(_library.arauto_put_notify(*words, slot))
            else:
                _check(_library.arauto_put(*words))
        if notify is not None and not pieces:
            slot = notify.slot() if isinstance(notify, Notify) else notify
            _check(_library.arauto_notify_post(rank, slot))

    def get(self, rank: int, index: Any = ...) -> np.ndarray:
        """A copy of what that rank's array holds."""
        part = self._selected(index)
        result = np.empty(part.shape, part.dtype)
        for at, offset, count in self._pieces(part) if part.size > 0 else ():
            into = result[(*at, ...)].ctypes.data
            _check(_library.arauto_get(self._handle, rank, offset, into, count))
        return result

    def free(self) -> None:
        """Collective."""
        _check(_library.arauto_segment_free(self._handle))
        self.local = np.empty(0, self.local.dtype)
