# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles, starts, reads and ends the programs that are measured."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPENMPI_ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
RUN_OPENMPI = [
    "mpirun.openmpi", "--oversubscribe", "--mca", "btl_base_warn_component_unused", "0", "-n",
]  # fmt: skip
RUN_MPICH = ["mpirun.mpich", "-n"]
GRACE_SECONDS = 5.0  # for a program to clean up after itself

Key = tuple[str, int]  # name, bytes


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Rounds:
    """Tells how far a measurement is: all its rounds take about the same time."""

    def __init__(self, title: str, total: int, seconds: float | None = None) -> None:
        self.title, self.total, self.seconds = title, total, seconds
        self.done, self.start = 0, time.monotonic()

    def __iter__(self) -> Iterator[int]:
        """For rounds that do nothing but measure. Where there are `seconds`, none after the first
        begins that would not end in time."""
        for number in range(self.total):
            yield number
            self.end_one()
            spent = time.monotonic() - self.start
            is_last = self.done == self.total
            is_over = self.seconds is not None and spent * (1 + 1 / self.done) > self.seconds
            if is_over and not is_last:
                say(f"{self.title}: {self.done} rounds, since a further one would take too long")
                return

    def end_one(self) -> None:
        self.done += 1
        left = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        rest = f", about {left:.0f} s left" if self.done < self.total else ""
        say(f"{self.title}: round {self.done} of {self.total} done{rest}")


def cores() -> int:
    return len(os.sched_getaffinity(0))


def command() -> str:
    """The arauto command to measure with."""
    given = os.environ.get("ARAUTO")
    if given:
        return given
    return shutil.which("arauto") or str(HERE.parent / "build" / "bin" / "arauto")


def libraries() -> Path:
    """The folder of its libraries: lib, or as a packager has named it, as lib64."""
    prefix = Path(command()).resolve().parent.parent
    found = [*prefix.glob("lib*/libarauto.so"), *prefix.glob("lib/*/libarauto.so")]
    return found[0].parent if found else prefix / "lib"


def default_cache() -> Path:
    """Beside the command in a build folder. Where it is installed, the folder is the user's own."""
    prefix = Path(command()).resolve().parent.parent
    if (prefix / "CMakeCache.txt").exists():
        return prefix / "bench"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arauto" / "bench"


def cache() -> Path:
    folder = os.environ.get("ARAUTO_BENCH_DIR")
    path = Path(folder) if folder else default_cache()
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        sys.exit(
            f"arauto: bench: the folder {path} for compiled programs cannot be written: "
            f"{error.strerror}; ARAUTO_BENCH_DIR names another"
        )
    return path


class Failed(RuntimeError):
    """Why a program failed, and what it had printed until then."""

    def __init__(self, reason: str, output: str) -> None:
        super().__init__(reason)
        self.output = output


def end(process: subprocess.Popen[str]) -> str:
    """Asks first: a launcher of MPI that is killed leaves its files in /dev/shm."""
    process.terminate()
    try:
        output, _ = process.communicate(timeout=GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
    return output


def run(
    words: list[str],
    timeout: float,
    environment: dict[str, str] | None = None,
    folder: str | None = None,
) -> str:
    """Output of a program; raises Failed with the reason when it fails. Its whole process group
    ends with it. It works in `folder`; None: in this process's. Tests of the benchmarks, which run
    beside other programs, multiply all limits of time (ARAUTO_BENCH_PATIENCE)."""
    timeout *= float(os.environ.get("ARAUTO_BENCH_PATIENCE", "1"))
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        start_new_session=True,
        env=os.environ | (environment or {}),
        cwd=folder,
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        output = end(process)
        raise Failed(f"no answer within {timeout:.0f} s", output) from None
    except BaseException:
        end(process)
        raise
    if process.returncode != 0:
        last = output.strip().splitlines()[-1:] or ["no output"]
        raise Failed(f"exit status {process.returncode}: {last[0][:120]}", output)
    return output


class Crowded:
    """Peers that failed with more processes than cores. They are not tried with as many or more:
    each try takes its whole limit of time, and there is one for every case and round."""

    def __init__(self) -> None:
        self.fewest: dict[str, int] = {}  # processes with which a peer failed, by what it ran

    def add(self, key: str, processes: int) -> None:
        if processes > cores():
            self.fewest[key] = min(processes, self.fewest.get(key, processes))
            say(f"{key}: not tried with {self.fewest[key]} processes or more any further")

    def holds(self, key: str, processes: int) -> bool:
        return key in self.fewest and processes >= self.fewest[key]


def compile_under(
    program: Path, sources: list[Path], compiler: list[str], libraries: list[str]
) -> None:
    """Under another name until it is whole, since it may be interrupted."""
    with tempfile.TemporaryDirectory() as modules:
        has_modules = len(sources) > 1 and sources[0].suffix == ".f90"
        into = ["-J", modules] if has_modules else []
        unfinished = program.with_suffix(".unfinished")
        run([*compiler, *into, *map(str, sources), "-o", str(unfinished), *libraries], 120)
    unfinished.replace(program)


@dataclass
class Pack:
    """The contents of a folder of --pack: programs by the keys of key_of, MPIs, and the compilers
    that made them."""

    programs: dict[str, Path]
    mpis: list[object]
    compilers: str


@dataclass
class Packing:
    """Where programs come from, and go to: a pack, or a table of all that are compiled."""

    used: Pack | None = None
    built: dict[str, Path] | None = None


PACKING = Packing()
NATIVE, PORTABLE = "-march=native", {"x86_64": ["-march=x86-64-v3"]}  # for machines of 2015 and on


def key_of(sources: list[Path], compiler: list[str], link: list[str]) -> str:
    """Names a program wherever Arauto lies."""
    text = " ".join([*(source.name for source in sources), *compiler, *link])
    prefix = Path(command()).resolve().parent.parent
    for place, name in ((libraries(), "LIBRARIES"), (command(), "COMMAND"), (prefix, "PREFIX")):
        text = text.replace(str(place), name)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def build(sources: list[Path], compiler: list[str], libraries: list[str]) -> Path:
    """A compiled program, or that of a pack."""
    key = key_of(sources, compiler, libraries)
    if PACKING.used is not None:
        program = PACKING.used.programs.get(key)
        if program is None:
            raise RuntimeError("it was not packed")
        return program
    if PACKING.built is None:
        return compiled_once(sources, compiler, libraries)
    portable = PORTABLE.get(platform.machine(), [])
    words = [each for word in compiler for each in (portable if word == NATIVE else [word])]
    PACKING.built[key] = compiled_once(sources, words, libraries)
    return PACKING.built[key]


def compiled_once(sources: list[Path], compiler: list[str], libraries: list[str]) -> Path:
    """Compiles once per content of sources, command and Arauto itself. Fortran's module files go
    to a folder of their own."""
    digest = hashlib.sha256(" ".join(compiler + libraries).encode())
    folder = sources[-1].parent
    for source in [*sources, *sorted(folder.glob("*.h")), *sorted(folder.parent.glob("*.h"))]:
        digest.update(source.read_bytes())
    if compiler[0] == command():
        digest.update(str(Path(command()).stat().st_mtime_ns).encode())
    name = digest.hexdigest()[:12]
    program = cache() / f"{sources[-1].stem}-{name}"
    if program.exists():
        return program
    # Another process may want the same: one compiles, and the others wait.
    with program.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            compile_under(program, sources, compiler, libraries)
    return program


@dataclass
class Peer:
    """A way to compile one of the programs and to run it on n images."""

    name: str
    compiler: list[str]
    launcher: list[str]
    sources: list[Path]
    libraries: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    pairs_only: bool = False  # it measures two images and nothing else
    before: list[str] = field(default_factory=list)  # words that start the program
    via: str = ""  # how it does what other programs of its name do in another way
    absent: str = ""  # the reason, when it cannot be measured
    program: Path | None = None

    def prepare(self) -> None:
        needed = [self.compiler[0]] if PACKING.used is None else []
        for tool in (*needed, self.launcher[0]):
            if shutil.which(tool) is None:
                self.absent = f"{tool} is not installed"
                return
        try:
            self.program = build(self.sources, self.compiler, self.libraries)
        except RuntimeError as error:
            self.absent = f"it does not compile: {error}"

    def output(self, images: int, arguments: list[str], timeout: float) -> str:
        words = [*self.launcher, str(images), *self.before, str(self.program), *arguments]
        return run(words, timeout, self.environment)

    def batch(self, images: int, arguments: list[str], timeout: float) -> dict[Key, float]:
        values = parse(self.output(images, arguments, timeout))
        suffix = f"/{self.via}" if self.via else ""
        return {(name + suffix, size): value for (name, size), value in values.items()}


def parse(output: str) -> dict[Key, float]:
    """Lines "name bytes value" or "name/via bytes value"; others, such as warnings of a launcher,
    are passed over."""
    values: dict[Key, float] = {}
    for line in output.splitlines():
        words = line.split()
        if len(words) == 3 and re.fullmatch("[a-z_0-9]+(/[a-z_0-9]+)?", words[0]):
            try:
                values[(words[0], int(words[1]))] = float(words[2])
            except ValueError:
                continue
    return values


def prepared(peers: list[Peer]) -> list[Peer]:
    """All of them, compiled where that is possible; what is absent is said once."""
    for peer in peers:
        peer.prepare()
        if peer.absent:
            say(f"{peer.name} ({peer.sources[-1].name}): absent, {peer.absent}")
    return peers
