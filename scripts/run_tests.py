# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Builds and runs the tests of a tier. Prints why tests were skipped, what was flaky, and one
closing line: '<n> passed, <n> failed'.

    run_tests.py gate            every behaviour once, in the release build and with the sanitizers
    run_tests.py quick           some tests of each kind, in the release build
    run_tests.py only PATTERN    those whose names match, in the release build
    run_tests.py all [STAGE...]  everything, or the named stages; ends with a table

Tests that failed run again at the end, alone on the machine. JOBS is the number of cores to use;
ARAUTO_TEST_SEED the seed of random tests: fixed but for `all`, which draws one and prints it.
"""

from __future__ import annotations

import atexit
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import ctest_run
from ctest_run import Run, Selection

TOP = Path(__file__).resolve().parent.parent
JOBS = int(os.environ.get("JOBS") or os.cpu_count() or 1)
FLAKY_MAX = 4  # more in one run are a failure
FLAKY_LOG = TOP / "build/flaky.log"
# Where tests start launchers and MPIs, two leave half of the cores idle: 168 s of the gate's tests
# of MPI take 120 with twice as many.
AT_A_TIME = 2 * JOBS
# Sanitizers keep most of the address space for themselves.
SMALL_HEAP = {"ARAUTO_HEAP_SIZE": "64M"}
# Some long tests do a part of what they do elsewhere.
IN_GATE = {"ARAUTO_TEST_TIER": "gate"}
GATE = ("-L", "^gate$")
WAITS = ("-L", "^waits$")
NO_WAITS = ("-LE", "^waits$")
MODELS = r"^model\."


@dataclass
class Build:
    """A preset of CMake in its folder, and what of it is built."""

    preset: str
    folder: str
    targets: tuple[str, ...] = ("all",)
    compilers: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None  # where it is built meanwhile

    @property
    def log(self) -> Path:
        return TOP / self.folder / "build.log"

    def command(self) -> str:
        """Configures and builds; what they print goes to the log."""
        targets = " ".join(self.targets)
        return (
            f"scripts/configure.sh {self.preset} -DARAUTO_BUILD_TESTS=ON && "
            f"cmake --build {self.folder} -j {JOBS} --target {targets}"
        )

    def start(self, is_meanwhile: bool) -> subprocess.Popen[bytes]:
        """In a session of its own, to end all of it at once; meanwhile, with what of the cores
        others leave."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        idle = ["chrt", "--idle", "0"] if shutil.which("chrt") else ["nice", "-n", "19"]
        with self.log.open("wb") as log:
            return subprocess.Popen(
                [*(idle if is_meanwhile else []), "sh", "-c", self.command()],
                cwd=TOP,
                env={**os.environ, **self.compilers},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def end(self) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()

    def finish(self) -> bool:
        """Builds it now. What was built of it meanwhile stays, and the rest no longer gives way to
        others."""
        print(f"== building '{self.preset}' in {self.folder}", flush=True)
        self.end()
        self.process = self.start(is_meanwhile=False)
        if sys.stdout.isatty():
            follow(self.process, self.log, self.folder)
        if self.process.wait() == 0:
            return True
        lines = self.log.read_text(errors="replace").splitlines()
        print(*lines[-40:], f"the build '{self.preset}' failed ({self.log})", sep="\n")
        return False


def follow(process: subprocess.Popen[bytes], log: Path, title: str) -> None:
    """Shows on a terminal how far a build is."""
    command = [sys.executable, str(TOP / "scripts/progress.py"), title]
    shown = subprocess.Popen(command, stdin=subprocess.PIPE)
    with log.open("rb") as file:
        is_running = True
        while is_running:
            is_running = process.poll() is None
            shown.stdin.write(file.read())  # type: ignore[union-attr]
            shown.stdin.flush()  # type: ignore[union-attr]
            time.sleep(0.2 if is_running else 0)
    shown.communicate()


@dataclass
class Stage:
    """A build and the tests that run in it; or a command that prints closing lines of its own."""

    name: str
    build: Build | None = None
    selections: tuple[Selection, ...] = ()
    command: tuple[str, ...] = ()
    minutes_max: float = 0
    why_not: str = ""  # this machine cannot run it


@dataclass
class Row:
    """Result of a stage, for the table."""

    name: str
    seconds: float = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    flaky: int = 0
    note: str = ""


def select(
    title: str, folder: str, *arguments: str, at_a_time: int = AT_A_TIME, **environment: str
) -> Selection:
    return Selection(title, TOP / folder, arguments, at_a_time, environment)


def release(
    *tier: str, targets: tuple[str, ...], has_models: bool = True, **environment: str
) -> Stage:
    """Tests labelled `waits` wait for launchers, silence and timers, so that more run at once."""
    models = () if has_models else ("-E", MODELS)
    return Stage(
        "release",
        Build("release", "build", targets),
        (
            select(
                "release, what waits",
                "build",
                *(*tier, *WAITS, *models),
                at_a_time=3 * JOBS,
                **environment,
            ),
            select("release", "build", *tier, *NO_WAITS, **environment),
        ),
    )


def whole_models() -> Stage:
    """Searches that keep a core busy for minutes each. In the gate they are short, and run beside
    what waits."""
    return Stage(
        "models",
        Build("release", "build", ("all",)),
        (select("models", "build", "-R", MODELS, at_a_time=JOBS),),
    )


def gate() -> list[Stage]:
    return [
        release(*GATE, targets=("product", "programs_of_gate"), **IN_GATE),
        Stage(
            "asan",
            Build("asan", "build-asan", ("programs_of_gate_asan",)),
            (
                select(
                    "address sanitizer",
                    "build-asan",
                    *("-L", "^gate_asan$"),
                    **SMALL_HEAP,
                    **IN_GATE,
                ),
            ),
        ),
        thread_sanitizer("gate_tsan", **IN_GATE),
    ]


def thread_sanitizer(label: str, **environment: str) -> Stage:
    """It sees the threads of one process, and what images share only in the tests of races, whose
    images are threads."""
    selection = ("-L", f"^{label}$")
    return Stage(
        "tsan",
        Build("tsan", "build-tsan", (f"programs_of_{label}",)),
        (select("thread sanitizer", "build-tsan", *selection, **SMALL_HEAP, **environment),),
    )


def address_sanitizer() -> Stage:
    """Everything that it can follow. Most of these programs are short, and keep one core busy while
    they start and end."""
    # The launcher's tests send signals and set limits of address space, both of which the sanitizer
    # takes for itself. Hosts are about processes of others, and simulated ranks change stacks,
    # which it does not follow. What of the translator is left here is Python alone, and installed
    # files and compiled tutorials are those of the release build.
    others = r"^(house|bench|model|abi|rewrite|translator|tutorial|install|python)\."
    # Gfortran itself leaves some temporaries allocated, an MPI more. control.reduce passes a
    # function whose code the front-end reads (how it returns a structure of 16 bytes); instrumented
    # code is too long to tell. ending.crash dies of a wild pointer, which the sanitizer reports in
    # its own way. With the cache of foreign memory an image reads whole pages of another's stack,
    # which the sanitizer, where the owner copies them into a ring, takes for a mistake; messages
    # between nodes do so too. Without the cache two long tests among them would take minutes.
    short = r"components\.ring\.|nested\.ring\.|passed_components\.nodes\."
    whole_pages = rf"{short}|(statements|order)\.ring\."
    # From GCC 13 on the sanitizer moves frames to memory of its own, to see what is used after a
    # return. An internal procedure that is an argument has code in such a frame, and that memory
    # cannot be executed.
    no_leaks = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0", **SMALL_HEAP}
    no_cache = {"ARAUTO_FOREIGN_CACHE": "off", **no_leaks}
    folder = "build-asan"
    return Stage(
        "asan",
        Build("asan", folder),
        (
            select(
                "address sanitizer",
                folder,
                *("-LE", "fortran|multi|mpi|hosts|scaling", "-E", others),
                **SMALL_HEAP,
            ),
            select(
                "address sanitizer, no leaks",
                folder,
                *(
                    "-L",
                    "fortran|mpi",
                    "-E",
                    rf"^control\.reduce\.[2-8]|^ending\.crash|{whole_pages}",
                ),
                **no_leaks,
            ),
            select(
                "address sanitizer, no cache",
                folder,
                *("-L", "fortran", "-R", short),
                **no_cache,
            ),
        ),
    )


def sanitized_mpi(preset: str, title: str) -> Stage:
    """MPI programs that are compiled for a sanitizer; the MPIs are not."""
    return Stage(
        preset,
        Build(preset, f"build-{preset}"),
        (select(f"{title}, MPI", f"build-{preset}", "-R", r"^mpi\..*\.sanitized$"),),
        why_not="" if has("mpicc") else "no MPI is installed (libopenmpi-dev, libmpich-dev)",
    )


def has(command: str) -> bool:
    return shutil.which(command) is not None


def newest_clang() -> str:
    """The newest clang++ that compiles the C++ of this project; empty where there is none. The
    oldest that does is 16."""
    source = (
        "#include <span>\n#if __clang_major__ >= 16\n"
        "int main() { return std::span<int>().size() > 0; }\n#endif\n"
    )
    folders = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep)]
    names = {path.name for folder in folders for path in folder.glob("clang++*")}
    versions = {
        int(match[1] or 0): name
        for name in names
        if (match := re.fullmatch(r"clang\+\+(?:-(\d+))?", name))
    }
    for _, name in sorted(versions.items(), reverse=True):
        command = [name, "-std=c++20", "-x", "c++", "-", "-o", os.devnull]
        if subprocess.run(command, input=source, text=True, capture_output=True).returncode == 0:
            return name
    return ""


def clang() -> Stage:
    """The same sources by another compiler, whose warnings are errors, but for one of
    std::stable_sort in the headers of GCC 12. What the tests compile on their own they compile as
    ever."""
    name = newest_clang()
    compilers = {"CC": name.replace("++", ""), "CXX": name}
    return Stage(
        "clang",
        Build("clang", "build-clang", ("programs_of_quick",), compilers),
        (select("clang", "build-clang", "-L", "^quick$", "-E", r"^house\."),),
        why_not="" if name else "there is no clang 16 or later (package clang)",
    )


def arm64() -> Stage:
    """ARM64, whose memory and calls are other than those of x86-64; cross-compiled, and emulated
    where this machine is none. Capi.segments and capi.counts ask what the emulator does not do: it
    gives no pages back, and knows no cross-memory attach."""
    wanted = ["aarch64-linux-gnu-g++", "aarch64-linux-gnu-gfortran"]
    missing = [name for name in wanted if not has(name)]
    if not has("qemu-aarch64-static") and not has("qemu-aarch64"):
        missing.append("qemu-aarch64-static")
    packages = "g++-aarch64-linux-gnu, gfortran-aarch64-linux-gnu, qemu-user-static"
    return Stage(
        "arm64",
        Build("arm64", "build-arm64", ("programs_of_emulated",)),
        (
            select(
                "ARM64",
                "build-arm64",
                *("-L", "^emulated$", "-E", r"^capi\.(segments|counts)\.3$"),
                **SMALL_HEAP,
            ),
        ),
        why_not=f"without {' '.join(missing)} (packages {packages})" if missing else "",
    )


def fresh_systems() -> list[Stage]:
    """A newcomer's commands in empty Debian systems."""
    script = "scripts/fresh_systems.sh"
    process = subprocess.run([script, "list"], cwd=TOP, capture_output=True, text=True, check=False)
    stages = []
    for line in process.stdout.splitlines():
        name, minutes = line.split()
        command = (script, name)
        stages.append(Stage(name, command=command, minutes_max=int(minutes)))
    why_not = process.stderr.strip()
    return stages or [Stage("fresh", command=(script,), why_not=why_not)]


def everything() -> list[Stage]:
    return [
        release(targets=("all",), has_models=False),
        whole_models(),
        address_sanitizer(),
        thread_sanitizer("sanitize"),
        clang(),
        arm64(),
        sanitized_mpi("asan-mpi", "address sanitizer"),
        sanitized_mpi("tsan-mpi", "thread sanitizer"),
        *fresh_systems(),
    ]


class Tests:
    """Carries out stages; counts."""

    def __init__(self, stages: list[Stage]) -> None:
        self.stages = stages
        self.rows: list[Row] = []
        self.runs: list[tuple[Row, Run]] = []
        self.failures: list[str] = []
        self.closing: list[str] = []

    def carry_out(self) -> None:
        for number, stage in enumerate(self.stages):
            row = Row(stage.name)
            self.rows.append(row)
            begun = time.monotonic()
            if stage.why_not:
                print(f"skipped: {stage.name}: {stage.why_not}")
                row.skipped, row.note = 1, "skipped"
            elif stage.command:
                self.run_command(stage, row)
            else:
                self.run_selections(stage, row, self.stages[number + 1 :])
            row.seconds = time.monotonic() - begun

    def run_selections(self, stage: Stage, row: Row, following: list[Stage]) -> None:
        """Builds what follows meanwhile, with what of the cores the tests leave."""
        assert stage.build
        if not stage.build.finish():
            self.fail(row, f"failed: the build '{stage.build.preset}' ({stage.build.log})")
            return
        for after in following:
            if after.build and not after.why_not and after.build.process is None:
                after.build.process = after.build.start(is_meanwhile=True)
                break
        for selection in stage.selections:
            run = ctest_run.run(selection)
            self.runs.append((row, run))
            row.passed += run.passed
            row.skipped += run.skipped
            row.failed += len(run.failed)
            for name in run.silent:
                self.fail(row, f"failed: {name} was skipped and does not say why")
            if not run.is_complete:
                self.fail(row, f"failed: CTest did not end its run of '{selection.title}'")

    def run_command(self, stage: Stage, row: Row) -> None:
        """Counts its closing lines. A command that fails without a failed test counts as one, and
        so does one that comes to its limit."""
        print(f"=== {stage.name}: {' '.join(stage.command)}", flush=True)
        command = ["timeout", f"{stage.minutes_max}m", *stage.command]
        with subprocess.Popen(
            command, cwd=TOP, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        ) as process:
            for line in process.stdout:  # type: ignore[union-attr]
                print(line, end="", flush=True)
                if match := re.fullmatch(r"(\d+) passed, (\d+) failed\n", line):
                    row.passed += int(match[1])
                    row.failed += int(match[2])
                if line.startswith(("failed: ", "    | ")):
                    self.failures.append(f"{stage.name}: {line.rstrip()}")
        status = process.returncode
        if status == 124:
            self.fail(row, f"failed: {stage.name} came to its limit of {stage.minutes_max} minutes")
        elif status != 0 and row.failed == 0:
            self.fail(row, f"failed: {stage.name} ended with exit status {status}")

    def fail(self, row: Row, text: str) -> None:
        row.failed += 1
        self.failures.append(text)

    def retry(self) -> None:
        """Failed tests run again when nothing else does. Many failures are no chance."""
        most = 3 * FLAKY_MAX
        failed = sum(len(run.failed) for _, run in self.runs)
        if failed == 0:
            return
        if failed > most:
            print(f"{failed} tests failed; more than {most} are not tried again")
            return
        print("== tests that failed, again, alone on the machine", flush=True)
        load = " ".join(f"{each:.1f}" for each in os.getloadavg())
        flaky = 0
        for row, run in self.runs:
            names, had_been_alone = ctest_run.retry(run, FLAKY_LOG, load, self.say)
            row.passed += len(names)
            row.failed -= len(names)
            row.flaky += len(names)
            flaky += len(names)
            for name in had_been_alone:
                self.fail(row, f"failed: {name} is flaky although it ran alone")
        if flaky > FLAKY_MAX:
            text = f"failed: {flaky} tests are flaky, at most {FLAKY_MAX} may be ({FLAKY_LOG})"
            self.fail(self.rows[0], text)

    def say(self, text: str) -> None:
        print(text, flush=True)
        if text.startswith("flaky: "):
            self.closing.append(text)

    def print_table(self) -> None:
        print(f"{'stage':22} {'time':>8} {'passed':>7} {'failed':>7} {'flaky':>6} {'skipped':>8}")
        for row in self.rows:
            took = f"{int(row.seconds) // 60}:{int(row.seconds) % 60:02} min"
            print(
                f"{row.name:22} {took:>8} {row.passed:>7} {row.failed:>7} {row.flaky:>6} "
                f"{row.skipped:>8} {row.note}".rstrip()
            )

    def finish(self, has_table: bool) -> int:
        for _, run in self.runs:
            self.failures += ctest_run.failures_text(run)
        print(*self.failures, *self.closing, sep="\n")
        if has_table:
            self.print_table()
        passed, failed, skipped = (
            sum(getattr(row, name) for row in self.rows) for name in ("passed", "failed", "skipped")
        )
        if skipped:
            print(f"{skipped} were skipped; the lines that begin with 'skipped' say why")
        print(f"{passed} passed, {failed} failed")
        return 1 if failed else 0


def end_builds(stages: list[Stage]) -> None:
    for stage in stages:
        if stage.build:
            stage.build.end()


def targets_of(pattern: str) -> tuple[str, ...]:
    """Build targets of the tests whose names match; everything, where CMake does not know those of
    one."""
    with (TOP / "build/build.log").open("w") as log:
        command = ["scripts/configure.sh", "release", "-DARAUTO_BUILD_TESTS=ON"]
        subprocess.run(command, cwd=TOP, stdout=log, stderr=subprocess.STDOUT, check=False)
    command = ["ctest", "--test-dir", str(TOP / "build"), "-N", "-R", pattern]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    names = re.findall(r"^ *Test *#\d+: (\S+)", listed, re.MULTILINE)
    lines = (TOP / "build/programs_of_tests").read_text().splitlines()
    known = {name: programs for name, *programs in (line.split() for line in lines)}
    return ("product", *sorted({each for name in names for each in known.get(name, ["all"])}))


def stages_for(arguments: list[str]) -> list[Stage]:
    """Exits with a sentence where the arguments are none."""
    match arguments:
        case ["gate"]:
            return gate()
        case ["quick"]:
            build = Build("release", "build", ("programs_of_quick",))
            return [Stage("quick", build, (select("quick", "build", "-L", "^quick$"),))]
        case ["only", pattern] if pattern:
            build = Build("release", "build", targets_of(pattern))
            selected = select(pattern, "build", "-R", pattern, "--no-tests=error")
            return [Stage("only", build, (selected,))]
        case ["all", *names]:
            stages = everything()
            known = [stage.name for stage in stages]
            for name in names:
                if name not in known:
                    stages_known = " ".join(known)
                    sys.exit(f"test-all: there is no stage '{name}'; the stages: {stages_known}")
            return [stage for stage in stages if not names or stage.name in names]
        case ["only", *_]:
            sys.exit(
                "usage: make t T=PATTERN, of the names that 'ctest --test-dir build -N' lists; "
                "for example make t T=control.locks"
            )
        case _:
            sys.exit(__doc__)


def main() -> int:
    arguments = sys.argv[1:]
    is_all = arguments[:1] == ["all"]
    # Python keeps what it compiles, away from the sources.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(TOP / "build" / "python")
    if is_all and "ARAUTO_TEST_SEED" not in os.environ:
        os.environ["ARAUTO_TEST_SEED"] = str(random.randrange(1, 10**6))
    if is_all:
        print(f"seed {os.environ['ARAUTO_TEST_SEED']} (ARAUTO_TEST_SEED)")
    stages = stages_for(arguments)
    tests = Tests(stages)
    atexit.register(end_builds, stages)
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    tests.carry_out()
    tests.retry()
    return tests.finish(has_table=is_all or arguments == ["gate"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
