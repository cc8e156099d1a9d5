# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto run --profile`: how long each image computed, waited and copied, and where it waited."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from jobs import ARAUTO, WATCHDOG_S, main
from source_lines_test import WithPrograms, line_of

# Image 1 comes a second after the others have come. They wait for nothing before that.
LATE = """\
program late
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: here[*]
  if (this_image() == 1) then
    if (num_images() > 1) event wait (here, until_count=num_images() - 1)
    call sleep(1)
  else
    event post (here[1])
  end if
  call meet
contains
  subroutine meet
    sync all ! meet
  end subroutine
end program
"""
DIES = """\
program dies
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: here[*]
  if (this_image() == num_images()) then
    event wait (here, until_count=num_images() - 1)
    call sleep(1)
    call abort
  end if
  event post (here[num_images()])
  sync all ! never
end program
"""
STOPS = """\
program stops
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer(atomic_int_kind) :: is_stopping[*] = 0
  integer :: state = 0
  if (this_image() == 1) then
    call atomic_define(is_stopping[2], 1)
    stop
  end if
  do while (state == 0)
    call atomic_ref(state, is_stopping)
  end do
  call sleep(1)
  error stop 3
end program
"""
FENCES = """\
#include <mpi.h>
#include <unistd.h>
int main(int argc, char** argv) {
    int rank, size, ready = 0;
    double* base;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (int other = 1; other < size && rank == 0; ++other) {
        MPI_Recv(&ready, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0) {
        sleep(1);
    } else {
        MPI_Send(&ready, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, window); // fence
    MPI_Win_free(&window);
    return MPI_Finalize();
}
"""
IMAGES = 3
# The others certainly wait that long, of the second that image 1 is late.
SURELY_S = 0.5

ROUNDED_S = 0.001

WAIT = re.compile(r"^ +([\d.]+) % +([\d.]+) +(\d+) +([\d.]+)  (.+)$", re.MULTILINE)
IMAGE = re.compile(r"^  (\d+) +([\d.]+) +([\d.]+) +([\d.]+)$", re.MULTILINE)


@dataclass
class Wait:
    share: float
    seconds: float
    count: int
    longest: float


def waits_in(report: str) -> dict[str, Wait]:
    """By statement and place."""
    return {
        line[4]: Wait(float(line[0]), float(line[1]), int(line[2]), float(line[3]))
        for line in WAIT.findall(report)
    }


class Profiles(WithPrograms):
    """The launcher reports where the images have waited."""

    def seconds_of(self, report: str, images: int, noun: str = "image") -> float:
        """The time of the whole job, from the title."""
        title = re.search(
            rf"^arauto: profile of {images} {noun}s in ([\d.]+) s$", report, re.MULTILINE
        )
        self.assertIsNotNone(title, report)
        return float(title[1]) if title else 0.0

    def check_late(self, report: str, images: int, noun: str = "image") -> None:
        """The others have waited for the first, and the statement is named."""
        all_s = self.seconds_of(report, images, noun)
        times = [list(map(float, line)) for line in IMAGE.findall(report)]
        first = 1 if noun == "image" else 0
        self.assertEqual([int(line[0]) for line in times], list(range(first, images + first)))
        for line in times:
            self.assertLessEqual(sum(line[1:]), all_s + 4 * ROUNDED_S, report)
        self.assertGreaterEqual(times[0][1], SURELY_S)  # its sleep is no wait
        for line in times[1:]:
            self.assertGreaterEqual(line[2], SURELY_S)

    def check_meeting(self, report: str, images: int) -> None:
        self.check_late(report, images)
        statement = f"sync all, late.f90:{line_of('! meet', LATE)} (in meet)"
        wait = waits_in(report).get(statement)
        self.assertIsNotNone(wait, report)
        if wait is not None:
            self.assertGreaterEqual(wait.count, images - 1)
            self.assertGreaterEqual(wait.seconds, SURELY_S * (images - 1))
            self.assertGreaterEqual(wait.longest, SURELY_S)
            self.assertLessEqual(wait.longest, wait.seconds + ROUNDED_S)
            self.assertGreater(wait.share, 0)

    def test_who_waits_and_where(self) -> None:
        for words in ((), ("--translate",)):
            program = self.compile("late.f90", LATE, "-g", "-O0", *words)
            for images in (2, IMAGES):
                ended = self.run_program(program, images, ARAUTO_PROFILE="on")
                self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                self.check_meeting(ended.err, images)

    def test_between_nodes(self) -> None:
        program = self.compile("late.f90", LATE, "-g", "-O0")
        ended = self.run_program(program, IMAGES, ARAUTO_PROFILE="1", ARAUTO_NODE_RANKS="1")
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.check_meeting(ended.err, IMAGES)

    def test_one_image_waits_for_none(self) -> None:
        program = self.compile("late.f90", LATE, "-g")
        ended = self.run_program(program, 1, ARAUTO_PROFILE="on")
        self.assertEqual(ended.status, 0, ended.err)
        self.assertRegex(ended.err, r"^arauto: profile of 1 image in [\d.]+ s\n")
        self.assertEqual(len(IMAGE.findall(ended.err)), 1, ended.err)

    def test_the_option_and_a_file(self) -> None:
        program = self.compile("late.f90", LATE, "-g", "-O0")
        table = self.folder / "waits.txt"
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_")}
        words = [ARAUTO, "run", f"--profile={table}", "-n", "2", program]

        def run() -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                words, capture_output=True, text=True, timeout=WATCHDOG_S, env=clean, check=False
            )

        for _ in range(2):  # the second replaces the first
            done = run()
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.check_meeting(table.read_text(), 2)
        table.write_text("my notes\n")
        done = run()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(
            f"the setting ARAUTO_PROFILE names the file {table}, which holds something", done.stderr
        )
        self.assertEqual(table.read_text(), "my notes\n")

    def test_images_that_were_killed(self) -> None:
        program = self.compile("dies.f90", DIES, "-g")
        ended = self.run_program(program, IMAGES, ARAUTO_PROFILE="on")
        self.assertEqual(ended.status, 128 + signal.SIGABRT)
        said, _, report = ended.err.partition("arauto: profile of 3 images in ")
        self.assertIn("image 3 was killed by signal 6", said)
        self.assertEqual(len(IMAGE.findall(report)), IMAGES, ended.err)
        # The others were in the midst of a wait.
        self.assertIn(f"sync all, dies.f90:{line_of('! never', DIES)}", waits_in(report))

    def test_an_end_while_another_waits_for_it(self) -> None:
        """An image that waits for the others to end, when one of them ends the job."""
        program = self.compile("stops.f90", STOPS, "-g")
        ended = self.run_program(program, 2, ARAUTO_PROFILE="on")
        self.assertEqual(ended.status, 3)
        all_s = self.seconds_of(ended.err, 2)
        waits = waits_in(ended.err)["the end of the program, for the others"]
        self.assertEqual(waits.count, 1)
        self.assertGreaterEqual(waits.seconds, SURELY_S)
        self.assertLessEqual(waits.seconds, all_s + ROUNDED_S)

    def test_not_unless_asked(self) -> None:
        program = self.compile("late.f90", LATE, "-g")
        ended = self.run_program(program, 2)
        self.assertEqual((ended.status, ended.out, ended.err), (0, "", ""))

    def test_a_program_of_mpi(self) -> None:
        for kind in ("openmpi", "mpich"):
            library = Path(ARAUTO).parent.parent / "lib" / f"libarauto_mpi_{kind}.so"
            if not shutil.which(f"mpicc.{kind}") or not library.exists():
                print(f"skipped: mpicc.{kind} is not here")
                continue
            words = ("--mpi", "--compiler", f"mpicc.{kind}", "-g")
            program = self.compile("fences.c", FENCES, *words, command="cc")
            statement = f"MPI_Win_fence, fences.c:{line_of('// fence', FENCES)}"
            for settings in ({}, {"ARAUTO_MPI_NODE": "1"}):  # each rank as a node of its own
                with self.subTest(kind=kind, settings=settings):
                    ended = self.run_program(program, IMAGES, ARAUTO_PROFILE="on", **settings)
                    self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                    self.check_late(ended.err, IMAGES, "rank")
                    self.assertIn(statement, waits_in(ended.err), ended.err)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
