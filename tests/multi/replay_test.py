# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto doctor FILE --what-if`, and what findings say that their changes gain: programs in which
the change was made take the time that the replay has predicted.
"""

from __future__ import annotations

import re
import sys
from statistics import median

from delayed_programs import MODULE, PROGRAMS
from jobs import main
from replayed_programs import PAUSE_S, PAUSES, TWINS, Twins
from source_lines_test import line_of
from trace_test import TracedJobs

FILE = "arauto-trace.arauto"
NEAR = 0.15  # of the prediction
SAME = 0.01
TRIES = 10  # other processes make a run longer, never shorter: the least time counts
FEW = 3  # tries, of which one may be disturbed
SMALL = 0.03  # of all time
# Images that neither delay nor are waited for in the programs with delays, and shall do as much.
ALIKE = {
    "count_4": ("if (this_image() == 4) call delay([1], i)", "call here"),
    "pairs_4": ("if (this_image() == 3) call delay([1], i)", "call here"),
    "team_4": ("if (me == 1) call here", "if (me /= 3) call here"),
}
# All images pause alike, and none waits for another one in this.
WITHOUT_DELAYS = """
module delays
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), pointer :: arrived(:) => null()
  interface
    integer(c_int) function c_usleep(us) bind(c, name="usleep")
      import
      integer(c_int), value :: us
    end function
  end interface
contains
  subroutine start
    allocate (arrived(1))
  end subroutine
  subroutine here
    integer(c_int) :: ignored
    ignored = c_usleep(60000_c_int)
  end subroutine
  subroutine delay(images, turn)
    integer, intent(in) :: images(:), turn
    if (size(images) > 0 .and. turn > 0) call here
  end subroutine
end module
"""


def with_module(module: str, text: str) -> str:
    """Put a module before the program, behind what is said of it."""
    first, rest = text.split("program ", 1)
    return first + module + "program " + rest


class ReplayedJobs(TracedJobs):
    """Traced jobs, and their replays."""

    def seconds_of(self, program: str, images: int) -> float:
        ended = self.run_traced(program, images)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        return self.findings()["seconds"]

    def what_if(self, changes: str) -> tuple[float, float]:
        """Return the measured time and the predicted one."""
        done = self.doctor(FILE, "--what-if", changes)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = re.match(r"arauto: replay of .*: ([\d.]+) s -> ([\d.]+) s \(", done.stdout)
        assert found is not None, done.stdout
        self.assertIn("Critical path then", done.stdout)
        return float(found[1]), float(found[2])

    def predicted(self, text: str) -> float:
        """Return what the replay says of the trace that was written last."""
        kind, words = re.findall("^! (FINDING|WHAT-IF) (.*)$", text, re.MULTILINE)[0]
        if kind == "WHAT-IF":
            return self.what_if(
                re.sub(r"{(\w+)}", lambda mark: str(line_of(f"! {mark[1]}", text)), words)
            )[1]
        pattern, mark, edit = words.split("; ")
        causes = self.findings()["causes"]
        found = {
            cause["replayed"]
            for cause in causes
            if (cause["pattern"], cause["line"], cause.get("edit"))
            == (pattern, line_of(f"! {mark}", text), edit)
        }
        self.assertEqual(len(found), 1, causes)  # the same for all images that are waited for
        return found.pop()


class Replays(ReplayedJobs):
    """A replay of a run, and the changes that it refuses."""

    def test_a_replay_without_a_change_takes_as_long(self) -> None:
        for name, text in PROGRAMS.items():
            with self.subTest(program=name):
                (self.folder / "delays.shared").write_bytes(bytes(4096))
                program = self.compile(f"{name}.f90", with_module(MODULE, text), "-g")
                self.seconds_of(program, int(name[-1]))
                measured, predicted = self.what_if("image1*1")
                self.assertLessEqual(abs(predicted - measured), SAME * measured)

    def test_programs_without_delays_have_no_finding(self) -> None:
        for name, text in PROGRAMS.items():
            with self.subTest(program=name):
                old, new = ALIKE.get(name, ("", ""))
                self.assertIn(old, text)
                alike = text.replace(old, new) if old else text
                program = self.compile(f"{name}.f90", with_module(WITHOUT_DELAYS, alike), "-g")
                self.assertLessEqual(min(self.longest_waits(program, int(name[-1]))), SMALL)

    def longest_waits(self, program: str, images: int) -> list[float]:
        """Return the part of all time that the longest cause takes, of some runs."""
        parts = []
        while len(parts) < TRIES and min(parts, default=1.0) > SMALL:
            self.seconds_of(program, images)
            found = self.findings()
            longest = max((cause["seconds"] for cause in found["causes"]), default=0.0)
            parts.append(longest / sum(image["seconds"] for image in found["images"]))
        return parts

    def test_suggestions_that_gain_nothing_are_not_made(self) -> None:
        (self.folder / "delays.shared").write_bytes(bytes(4096))
        program = self.compile("post.f90", with_module(MODULE, PROGRAMS["post_2"]), "-g")
        self.seconds_of(program, 2)  # all its time is the delay of image 1, wherever it posts
        report = self.doctor(FILE).stdout
        self.assertRegex(report, r"event wait \(came\): image 2 waits .*: image 1\s+posts late")
        self.assertNotIn("Post right behind", report)
        found = self.findings()
        late = next(cause for cause in found["causes"] if cause["pattern"] == "late post")
        self.assertEqual(late["edit"], "early post")
        self.assertGreater(late["replayed"], (1 - SAME) * found["seconds"])

    def test_gains_are_told(self) -> None:
        program = self.compile("post.f90", with_module(PAUSES, TWINS["post"].program), "-g")
        self.seconds_of(program, 2)
        report = " ".join(self.doctor(FILE).stdout.split())
        gain = r"Replayed so: [\d.]+ s -> [\d.]+ s\."
        self.assertRegex(report, rf"Post right behind the last put\. {gain}")
        self.assertEqual(self.doctor(FILE, "--html", "page.html").returncode, 0)
        page = (self.folder / "page.html").read_text()
        self.assertRegex(page, gain.replace(">", "(&gt;|>)"))
        self.assertIn("<h2>Critical path</h2>", page)
        self.assertRegex(page, r"image 1 computes between post\.f90:\d+ and post\.f90:\d+")

    def test_what_cannot_be_replayed_is_refused(self) -> None:
        text = with_module(PAUSES, TWINS["post"].program)
        program = self.compile("post.f90", text, "-g")
        self.seconds_of(program, 2)
        wait = line_of("! WAIT", text)
        for changes, sentence in (
            ("", "'' is no change: write LINE=none, LINE=pairs or image3*0.8"),
            (f"{wait}", "is no change: write LINE=none"),
            (f"{wait}=soon", "behind = stands none or pairs"),
            (f"{wait}=none,", "'' is no change"),
            ("1=none", "no image waits for another one at '1'"),
            ("other.f90:7=none", "no image waits for another one at 'other.f90:7'"),
            (
                f"post.f90:{wait}=pairs",
                f"=pairs is for sync all, sync team and sync images, which post.f90:{wait} is not",
            ),
            ("image9*2", "there is no image 9 in the trace"),
            ("rank1*2", "'rank1*2' names no image: write image3*0.8"),
            ("image1*-1", "the factor '-1' is no number from 0 to a million"),
            ("image1*nan", "the factor 'nan' is no number"),
            ("image1*fast", "the factor 'fast' is no number"),
        ):
            with self.subTest(changes=changes):
                refused = self.doctor(FILE, "--what-if", changes)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(f"doctor: --what-if: {sentence}".split(": ")[0], refused.stderr)
                self.assertIn(sentence, refused.stderr)


class ReplayedTwins(ReplayedJobs):
    """Predictions that come true."""

    def check_twins(self, name: str, pair: Twins) -> None:
        text = with_module(PAUSES, pair.program)
        program = self.compile(f"{name}.f90", text, "-g")
        edited = self.compile(f"{name}_edited.f90", with_module(PAUSES, pair.edited), "-g")
        measured, predicted, true = [], [], []
        for _ in range(TRIES):
            measured.append(self.seconds_of(program, pair.images))
            predicted.append(self.predicted(text))
            true.append(self.seconds_of(edited, pair.images))
            if len(true) >= FEW and abs(median(predicted) - median(true)) <= NEAR * median(true):
                break
        told = (name, measured, predicted, true)
        self.assertGreaterEqual(min(measured), pair.before * PAUSE_S, told)
        self.assertGreaterEqual(min(true), pair.after * PAUSE_S, told)
        self.assertLessEqual(
            abs(median(predicted) - median(true)), NEAR * median(true), told
        )  # the start of processes takes longer or less
        self.assertLess(median(predicted), median(measured), told)

    def test_edited_programs_take_the_time_that_was_predicted(self) -> None:
        for name, pair in TWINS.items():
            with self.subTest(program=name):
                self.check_twins(name, pair)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
