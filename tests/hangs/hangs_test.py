# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that hang are told correctly, once, and by Ctrl-C too; slow ones are left in peace.

    hangs_test.py PROGRAM [OPTION OF THE COMPILER...]

The comments at the head of a program say on how many images it runs (`images N`) and, in the folder
deadlocks, the truth: the lines of the report (`told ...`; `far ...` where they differ over several
nodes), and the images of a report that is about some of them alone (`stuck ...`). `@NAME` stands
for the line of the program that ends with a comment of that name.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "multi"))
from jobs import ARAUTO, WATCHDOG_S, Job, JobTest, main

SOURCE = Path(sys.argv[1]).resolve()
OPTIONS = sys.argv[2:]
HANG_S = 1
ENDED_BY_HANG = 124
COMPILERS = {".f90": "fc", ".c": "cc", ".cpp": "cxx"}
MARK = "arauto:   "
ALL = r"arauto: nothing has moved for [1-9]\d? s, and all images wait:"
SOME = r"arauto: IMAGES have waited for [1-9]\d? s for each other, and no image can end that:"
DIRECTIVE = re.compile(r"(?:!|//) (images|told|far|stuck) (.*)")
LABEL = re.compile(r"(?:!|//) @(\w+)$")


@dataclass
class Truth:
    """The truth of a program, by its comments."""

    images: int = 0
    told: list[str] = field(default_factory=list)
    far: list[str] = field(default_factory=list)
    stuck: str = ""

    def lines(self, is_far: bool) -> list[str]:
        return self.far if is_far and self.far else self.told

    def headline(self) -> str:
        return SOME.replace("IMAGES", self.stuck) if self.stuck else ALL


def truth_of(source: Path) -> Truth:
    """Read it from the program."""
    text = source.read_text().splitlines()
    labels = {m[1]: f"{source.name}:{n}" for n, s in enumerate(text, 1) if (m := LABEL.search(s))}
    truth = Truth()
    heads = re.sub(r"\n(?:!|//)   +", " ", "\n".join(text)).splitlines()  # of several lines
    for match in filter(None, map(DIRECTIVE.fullmatch, heads)):
        words = re.sub(r"@(\w+)", lambda label: labels[label[1]], match[2])
        if match[1] == "images":
            truth.images = int(words)
        elif match[1] == "stuck":
            truth.stuck = words
        else:
            (truth.told if match[1] == "told" else truth.far).append(words)
    return truth


class Hangs(JobTest):
    """One program."""

    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(tempfile.mkdtemp(prefix="hangs"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.truth = truth_of(SOURCE)
        self.assertGreater(self.truth.images, 1)
        for needed in ("addr2line", os.environ.get("ARAUTO_FC", "gfortran")):
            if shutil.which(needed) is None:
                self.skipTest(f"{needed} is not installed")
        shutil.copy(SOURCE, self.folder)
        subprocess.run(
            [ARAUTO, COMPILERS[SOURCE.suffix], "-g", *OPTIONS, SOURCE.name, "-o", "program"],
            cwd=self.folder,
            check=True,
            timeout=WATCHDOG_S,
        )

    def start_program(self, node_ranks: int, hang: str = str(HANG_S)) -> Job:
        settings = {"ARAUTO_HANG": hang, "ARAUTO_NODE_RANKS": str(node_ranks)}
        job = Job(["./program"], self.truth.images, cwd=self.folder, env=settings)
        self.jobs.append(job)
        return job

    def ways(self) -> tuple[int, ...]:
        """On one node, and on several that are pretended: with so many images each."""
        return (0, 1 if self.truth.images == 2 else 2)


class Deadlock(Hangs):
    """It never ends."""

    def read_report(self, job: Job, count: int) -> tuple[list[str], list[str]]:
        """Read until so many lines about images have come: the other lines, and these."""
        others: list[str] = []
        told: list[str] = []
        for line in job.process.stderr:  # type: ignore[union-attr]
            (told if line.startswith(MARK) else others).append(line.rstrip("\n"))
            if len(told) == count:
                break
        return others, [line.removeprefix(MARK) for line in told]

    def test_it_is_told(self) -> None:
        for node_ranks in self.ways():
            with self.subTest(node_ranks=node_ranks):
                expected = self.truth.lines(node_ranks > 0)
                job = self.start_program(node_ranks)
                others, told = self.read_report(job, len(expected))
                self.assertEqual(told, expected, others)
                self.assertRegex("\n".join(others), self.truth.headline())
                os.kill(job.pid, signal.SIGINT)
                before, signalled, after = job.end().err.partition("arauto: signal 2")
                self.assertNotIn(MARK, before)  # it is told once
                self.assertTrue(signalled, before)
                last = [s.removeprefix(MARK) for s in after.splitlines() if s.startswith(MARK)]
                if self.truth.stuck:
                    last = [line for line in last if line in expected]
                self.assertEqual(last, expected, after)

    def test_it_is_ended_when_asked(self) -> None:
        hang = f"end:{HANG_S}"
        for node_ranks in self.ways():
            with self.subTest(node_ranks=node_ranks):
                ended = self.start_program(node_ranks, hang).end()
                self.assertEqual(ended.status, ENDED_BY_HANG, ended.err)
                lines = ended.err.splitlines()
                self.assertEqual(
                    [s.removeprefix(MARK) for s in lines if s.startswith(MARK)],
                    self.truth.lines(node_ranks > 0),
                )
                self.assertIn(
                    f"arauto: the job ends with status {ENDED_BY_HANG}, as ARAUTO_HANG={hang} asks",
                    lines,
                )


class Slow(Hangs):
    """It ends, though nearly all wait for longer than a hang takes."""

    def test_it_is_left_in_peace(self) -> None:
        for node_ranks in self.ways():
            with self.subTest(node_ranks=node_ranks):
                ended = self.start_program(node_ranks).end()
                self.assertEqual((ended.status, ended.err), (0, ""))


if __name__ == "__main__":
    sys.exit(main(["Deadlock" if SOURCE.parent.name == "deadlocks" else "Slow"]))
