# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that write outside their arrays: the exit status is right, and none hangs."""

from __future__ import annotations

import itertools
import signal
import sys

from jobs import ARAUTO, PROGRAMS, JobTest, main

PROGRAM = str(PROGRAMS / "overrun")
SIZES = (1, 64, 4096, 65536, 640 << 10, 4 << 20, 64 << 20)
VALUES = (0, 1, 255)
REACH_MAX = 32 << 20  # of a write past the memory that was ever allocated
HEAP = 1 << 30


class Overruns(JobTest):
    """A job that has not come to its right result does not end with status 0."""

    def check(self, kind: str, images: int) -> None:
        """Try each direction, size and value, on one image or on all, started in either way."""
        cases = itertools.product(("up", "down"), SIZES, VALUES)
        for turn, (direction, size, value) in enumerate(cases):
            words = [kind, direction, str(size), str(value), str(turn % (images + 1))]
            with self.subTest(words):
                command = [PROGRAM, *words]
                settings = {"ARAUTO_COUNTERS": "on", "ARAUTO_HEAP_SIZE": "1G"}
                if turn % 2 == 0:
                    command = [ARAUTO, "run", "-n", str(images), *command]
                else:
                    settings["ARAUTO_NUM_IMAGES"] = str(images)
                ended = self.start_command(*command, env=settings).end()
                right = sorted(ended.out.split("\n")[:-1])
                if ended.status == 0:
                    self.assertEqual(right, [f"right {image + 1}" for image in range(images)])
                self.assertIn(f"arauto: counters of {images} images", ended.err)

    def test_of_static_arrays(self) -> None:
        self.check("static", 2)

    def test_of_arrays_on_the_stack(self) -> None:
        self.check("stack", 3)

    def test_of_arrays_on_the_heap(self) -> None:
        for images in (2, 3):
            self.check("heap", images)

    def test_of_coarrays(self) -> None:
        self.check("coarray", 3)

    def test_ends_soon_behind_what_is_in_use(self) -> None:
        """It does not fill the rest of the heap, and with it the memory of the machine."""
        for kind, images in itertools.product(("coarray", "local"), (1, 2, 4)):
            with self.subTest(kind=kind, images=images):
                command = [ARAUTO, "run", "-n", str(images), PROGRAM]
                settings = {"ARAUTO_HEAP_SIZE": str(HEAP)}
                words = [kind, "up", str(HEAP), "1", str(images)]
                ended = self.start_command(*command, *words, env=settings).end()
                self.assertEqual(ended.status, 128 + signal.SIGSEGV, ended.err)
                (line,) = [line for line in ended.out.splitlines() if line.startswith("reached")]
                self.assertLessEqual(int(line.split()[1]), REACH_MAX)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
