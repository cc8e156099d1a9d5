# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""`arauto run --trace` and `arauto doctor FILE`: counts are exact, and delays that programs make on
purpose are found, with the line that waits, the image that is waited for, and its line.

A program says by `! DELAY` where it delays, and by `! EXPECT` the cause to be found:
    ! EXPECT pattern; mark of the line that waits; image that is waited for; mark of its line
A mark is a comment at the end of a line.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from jobs import ARAUTO, PROGRAM, WATCHDOG_S, Ended, Job, main, wait_until
from source_lines_test import WithPrograms, line_of

DELAY_S = 0.02
ROUNDS = 10
# Parts of the delays that are certainly found: the waiting image may come late itself.
SURELY = 0.25

SLEEP = """
contains
  subroutine delay
    use, intrinsic :: iso_c_binding, only: c_int
    interface
      integer(c_int) function usleep(us) bind(c)
        import c_int
        integer(c_int), value :: us
      end function
    end interface
    integer(c_int) :: ignored
    ignored = usleep(20000_c_int)
  end subroutine
end program
"""
# Each is run on 4 images; the delays are those of ten rounds.
DELAYED = {
    "post": """\
! EXPECT late post; WAIT; 1; POST
program post
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  real :: x(100)[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      x(:)[2] = i
      call delay ! DELAY
      event post (came[2]) ! POST
    else if (this_image() == 2) then
      event wait (came) ! WAIT
    end if
  end do
""",
    "notified": """\
! EXPECT late notified put; WAIT; 3; PUT
program notified
  use arauto, only: notify_type
  implicit none
  type(notify_type) :: came[*]
  real :: x(100)[*], y(100) = 1
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 3) then
      call delay ! DELAY
      x(:)[1, NOTIFY=came] = y ! PUT
    else if (this_image() == 1) then
      notify wait (came) ! WAIT
    end if
  end do
""",
    "count": """\
! EXPECT late post; WAIT; 4; POST
program count
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      event wait (came, until_count=3) ! WAIT
      sync images (*)
    else
      if (this_image() == 4) call delay ! DELAY
      event post (came[1]) ! POST
      sync images (1)
    end if
  end do
""",
    "imbalance": """\
! EXPECT imbalance; WAIT; 2; WAIT
program imbalance
  implicit none
  integer :: i
  do i = 1, 10
    if (this_image() == 2) call delay ! DELAY
    sync all ! WAIT
  end do
""",
    "reduction": """\
! EXPECT imbalance; WAIT; 4; WAIT
program reduction
  implicit none
  integer :: i
  real :: s = 1
  do i = 1, 10
    if (this_image() == 4) call delay ! DELAY
    call co_sum(s) ! WAIT
  end do
""",
    "team": """\
! EXPECT imbalance; WAIT; 3; WAIT
program team
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: half
  integer :: i, me
  me = this_image()
  form team (1 + mod(me, 2), half)
  change team (half)
    do i = 1, 10
      if (me == 3) call delay ! DELAY
      sync all ! WAIT
    end do
  end team
""",
    "root": """\
! EXPECT late root; WAIT; 3; WAIT
program root
  implicit none
  integer :: i
  real :: s = 1
  do i = 1, 10
    if (this_image() == 3) call delay ! DELAY
    call co_broadcast(s, 3) ! WAIT
    sync all
  end do
""",
    "allocation": """\
! EXPECT imbalance; WAIT; 1; WAIT
program allocation
  implicit none
  real, allocatable :: x(:)[:]
  integer :: i
  do i = 1, 10
    if (this_image() == 1) call delay ! DELAY
    allocate (x(1000)[*]) ! WAIT
    deallocate (x)
  end do
""",
}
CHAIN = """\
program chain
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      call delay ! DELAY
    else
      event wait (came) ! WAIT
    end if
    if (this_image() < num_images()) then
      event post (came[this_image() + 1]) ! POST
    end if
  end do
"""
COUNTED = """\
program counted
  use, intrinsic :: iso_fortran_env, only: event_type, atomic_int_kind
  implicit none
  type(event_type) :: came[*]
  integer(atomic_int_kind) :: n[*] = 0
  real(8) :: x(100)[*], y = 0
  integer :: i, other
  x = 0
  other = merge(1, this_image() + 1, this_image() == num_images())
  sync all
  do i = 1, 1000
    x(3)[other] = i ! PUT
    y = y + x(4)[other] ! GET
    x(1:99:2)[other] = y ! SECTION
    call atomic_add(n[other], 1) ! ATOMIC
    event post (came[other]) ! POST
    event wait (came) ! WAIT
  end do
  sync all ! END
end program
"""
IN_C = """\
#include <arauto/arauto.h>
#include <unistd.h>
int main(void) {
    arauto_segment_h segment;
    arauto_notify_h notify;
    arauto_slot_t slot;
    double value = 1;
    if (arauto_init() < 0 || arauto_segment_allocate(arauto_team_world(), 64, &segment) < 0 ||
        arauto_notify_create(arauto_team_world(), 1, &notify) < 0 ||
        arauto_notify_slot(notify, 0, &slot) < 0) {
        return 1;
    }
    for (int i = 0; i < 10; ++i) {
        if (arauto_rank() == 0) {
            usleep(20000); // DELAY
            arauto_put_notify(segment, 1, 0, &value, sizeof value, slot); // PUT
        } else {
            arauto_notify_wait(notify, 0, 1); // WAIT
        }
    }
    return arauto_finalize() < 0;
}
"""
# Each line is called TIMES times by both ranks; the second one comes late to each FENCE.
TIMES = 10
WITH_EPOCHS = f"""\
#include <arauto/arauto.h>
#include <unistd.h>
static void check(arauto_status_t status) {{
    if (status < 0) {{
        arauto_error_stop(1, arauto_last_error());
    }}
}}
int main(void) {{
    arauto_segment_h segment;
    arauto_epochs_h epochs;
    arauto_board_h board;
    arauto_request_t request;
    arauto_match_t match;
    const double value = 1;
    const arauto_atomic_op_t add = ARAUTO_ATOMIC_ADD;
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int other = 1 - arauto_rank();
    check(arauto_segment_allocate(world, 64, &segment));
    check(arauto_epochs_create(world, &epochs));
    check(arauto_board_create(world, 0, &board));
    for (int i = 0; i < {TIMES}; ++i) {{
        check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOPRECEDE, NULL)); // OPEN
        check(arauto_epoch_put(epochs, other, segment, 0, &value, sizeof value, NULL)); // PUT
        check(arauto_epoch_fetch(epochs, other, segment, 8, 8, add, 1, NULL, NULL)); // ADD
        if (other == 0) {{
            usleep(20000);
        }}
        check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL)); // FENCE
        check(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, other, 0, NULL)); // LOCK
        check(arauto_epoch_unlock(epochs, other, &request)); // UNLOCK
        check(arauto_request_wait(&request)); // REQUEST
        check(arauto_put_tagged(segment, other, 16, &value, sizeof value, board, 7)); // TAGGED
        check(arauto_board_wait(board, other, 7, 1, &match)); // BOARD
    }}
    check(arauto_finalize());
    return 0;
}}
"""
HANGS = """\
program hangs
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  do i = 1, 100
    sync all
  end do
  event wait (came) ! NEVER
end program
"""


class Traces(WithPrograms):
    """The trace of a job, and what is found in it."""

    def run_traced(self, program: str, images: int, *words: str, **settings: str) -> Ended:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("ARAUTO_TRACE")}
        command = [ARAUTO, "run", "--trace", *words, "-n", str(images), program]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            env=clean | settings,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def doctor(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ARAUTO, "doctor", *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
        )

    def findings(self, file: str = "arauto-trace.arauto") -> dict[str, Any]:
        done = self.doctor(file, "--json", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def check_expected(self, text: str, images: int) -> dict[str, Any]:
        """The cause that the program names takes most of its delays."""
        expected = re.search(r"EXPECT (.*); (.*); (\d+); (.*)", text)
        assert expected is not None
        pattern, waits, culprit, there = expected.groups()
        lines = [line_of(f"! {mark}", text) for mark in (waits, there)]
        all_found = self.findings()
        self.assertEqual(len(all_found["images"]), images)
        found = [
            cause
            for cause in all_found["causes"]
            if (
                cause["pattern"],
                cause["line"],
                cause.get("culprit"),
                cause.get("culprit_at", {}).get("line"),
            )
            == (pattern, lines[0], int(culprit), lines[1])
        ]
        self.assertNotEqual(found, [], all_found["causes"])  # ALLOCATE is several calls
        longest = max(found[0]["waiters"].values())  # that took longest comes first
        self.assertGreaterEqual(longest, SURELY * ROUNDS * DELAY_S, found)
        meanwhile = found[0]["meanwhile"]
        self.assertGreaterEqual(meanwhile["computed"], SURELY * ROUNDS * DELAY_S, found)
        return all_found

    def test_delays_are_found(self) -> None:
        for name, text in DELAYED.items():
            with self.subTest(program=name):
                program = self.compile(f"{name}.f90", text + SLEEP, "-g", "-O2")
                ended = self.run_traced(program, 4)
                self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
                self.check_expected(text, 4)
                self.assertIn(f"{name}.f90:", ended.err)
                self.assertLessEqual(len(ended.err.splitlines()), 25)

    def test_the_image_that_is_waited_for_may_wait_itself(self) -> None:
        program = self.compile("chain.f90", CHAIN + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 3).status, 0)
        causes = {
            (cause["culprit"], *cause["waiters"]): cause
            for cause in self.findings()["causes"]
            if cause["pattern"] == "late post"
        }
        for culprit, waiter, does in ((1, "2", "computed"), (2, "3", "waited")):
            cause = causes[culprit, waiter]
            self.assertGreaterEqual(cause["seconds"], SURELY * ROUNDS * DELAY_S, causes)
            longest = max(cause["meanwhile"], key=lambda key: cause["meanwhile"][key])
            self.assertEqual(longest, does, cause)

    def check_counts(self, found: dict[str, Any], images: int, times: int = 1000) -> None:
        calls = {
            (call["line"], call["kind"]): call
            for call in found["calls"]
            if call["file"].endswith("counted.f90")
        }
        for mark, kind, size in (
            ("PUT", "put", 8),
            ("GET", "get", 8),
            ("SECTION", "put of a section", 400),
            ("ATOMIC", "atomic", 4),
            ("POST", "event post", 0),
            ("WAIT", "event wait", 0),
        ):
            call = calls[line_of(f"! {mark}", COUNTED), kind]
            self.assertEqual(call["calls"], images * times, call)
            self.assertEqual(call["bytes"], images * times * size, call)
            self.assertEqual(call["images"], images)

    def test_calls_are_counted_by_line(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g", "-O2")
        for words in ((), ("--trace-size=64K",)):
            ended = self.run_traced(program, 2, *words)
            self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
            found = self.findings()
            self.check_counts(found, 2)
            self.assertEqual(found["lost"], 0)
            self.assertEqual(found["overwritten"] > 0, bool(words))
            self.assertEqual("written over" in ended.err, bool(words), ended.err)

    def test_elements_that_are_inlined_are_counted_too(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g", "-O2", "-flto")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        self.check_counts(self.findings(), 2)

    def test_a_translated_program_has_the_lines_of_its_source(self) -> None:
        text = DELAYED["post"]
        program = self.compile("post.f90", text + SLEEP, "-g", "--translate")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.check_expected(text, 2)

    def test_pretended_nodes(self) -> None:
        program = self.compile("imbalance.f90", DELAYED["imbalance"] + SLEEP, "-g")
        ended = self.run_traced(program, 4, ARAUTO_NODE_RANKS="2")
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.check_expected(DELAYED["imbalance"], 4)

    def test_a_program_in_c(self) -> None:
        program = self.compile("put.c", IN_C, "-g", command="cc")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        found = self.findings()
        cause = next(c for c in found["causes"] if c["pattern"] == "late notified put")
        self.assertEqual(cause["line"], line_of("// WAIT", IN_C))
        self.assertEqual(cause["operation"], "arauto_notify_wait")
        self.assertEqual(cause["culprit_at"]["line"], line_of("// PUT", IN_C))
        self.assertGreaterEqual(cause["seconds"], SURELY * ROUNDS * DELAY_S)

    def test_epochs_requests_and_boards(self) -> None:
        program = self.compile("epochs.c", WITH_EPOCHS, "-g", command="cc")
        ended = self.run_traced(program, 2)
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        calls = {(call["line"], call["kind"]): call for call in self.findings()["calls"]}
        for mark, kind, size in (
            ("OPEN", "epoch call", 0),
            ("PUT", "put", 8),
            ("ADD", "atomic", 8),
            ("FENCE", "epoch call", 0),
            ("LOCK", "epoch call", 0),
            ("UNLOCK", "epoch call", 0),
            ("REQUEST", "request wait", 0),
            ("TAGGED", "put", 8),
            ("TAGGED", "tagged post", 0),
            ("BOARD", "board wait", 0),
        ):
            call = calls[line_of(f"// {mark}", WITH_EPOCHS), kind]
            self.assertEqual((call["calls"], call["images"]), (2 * TIMES, 2), call)
            self.assertEqual(call["bytes"], 2 * TIMES * size, call)
        fence = calls[line_of("// FENCE", WITH_EPOCHS), "epoch call"]
        self.assertGreaterEqual(fence["waits"], TIMES)
        self.assertGreaterEqual(fence["seconds"], SURELY * TIMES * DELAY_S, fence)

    def test_images_that_are_killed_leave_their_records(self) -> None:
        program = self.compile("hangs.f90", HANGS, "-g")
        job = Job([ARAUTO, "run", "--trace", "-n", "2", program], cwd=self.folder)
        self.jobs.append(job)
        never = f"hangs.f90:{line_of('! NEVER', HANGS)}"
        both = f"images 1, 2: event wait (came), {never}"
        wait_until(lambda: both in self.where(job.pid), "both images wait")
        victim = next(pid for pid in job.processes() if self.is_image(pid, program))
        os.kill(victim, signal.SIGKILL)
        ended = job.end()
        self.assertEqual(ended.status, 128 + signal.SIGKILL, ended.err)
        found = self.findings()
        self.assertIn(signal.SIGKILL, [image["signal"] for image in found["images"]])
        meetings = [call for call in found["calls"] if call["kind"] == "sync all"]
        self.assertGreaterEqual(max(call["calls"] for call in meetings), 200)
        report = self.doctor("arauto-trace.arauto").stdout
        self.assertRegex(
            report,
            rf"image \d was killed by signal 9, in event wait \(came\) at {re.escape(never)}\.",
        )
        waits = next(call for call in found["calls"] if call["kind"] == "event wait")
        self.assertEqual((waits["calls"], waits["waits"], waits["images"]), (2, 2, 2))
        self.assertGreater(waits["seconds"], 0)
        self.assertGreaterEqual(sum(image["waited"] for image in found["images"]), waits["seconds"])
        ends = [cause for cause in found["causes"] if cause["pattern"] == "never ended"]
        self.assertEqual(len(ends), 1, found["causes"])

    def where(self, pid: int) -> str:
        done = subprocess.run(
            [ARAUTO, "where", str(pid)],
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
        )
        return done.stdout  # of a job that has not begun: nothing

    def is_image(self, pid: int, program: str) -> bool:
        try:
            return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(program)
        except OSError:
            return False

    def test_by_hand_and_into_a_file(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        job = Job([program], 2, True, cwd=self.folder, env={"ARAUTO_TRACE": "./mine.arauto"})
        self.jobs.append(job)
        ended = job.end()
        self.assertEqual((ended.status, ended.out), (0, ""), ended.err)
        self.assertEqual(
            ended.err,
            "arauto: the trace is in ./mine.arauto; 'arauto doctor ./mine.arauto' shows where the "
            "time went\n",
        )
        self.check_counts(self.findings("mine.arauto"), 2)

    def test_one_image(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 1).status, 0)
        self.check_counts(self.findings(), 1)

    def test_options_of_the_report(self) -> None:
        program = self.compile("imbalance.f90", DELAYED["imbalance"] + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 4).status, 0)
        file = "arauto-trace.arauto"
        line = f"imbalance.f90:{line_of('! WAIT', DELAYED['imbalance'])}"
        one = self.doctor(file, "--image", "3", "--line", line, "--top=100")
        self.assertEqual((one.returncode, one.stderr), (0, ""))
        self.assertRegex(one.stdout, rf"\n  {line}  sync all: image 3 waits .*: image 2 comes last")
        self.assertRegex(one.stdout, r"\n +3( +[\d.]+){3}\nCauses")
        self.assertIn(" | sync all ! WAIT\n", one.stdout)
        first = self.doctor(file, "--top=1").stdout  # of all causes
        self.assertEqual(len(re.findall(r" of all time\)", first)), 1, first)
        for words, sentence in (
            ((file, "--image", "9"), "there is no image 9"),
            ((file, "--top", "many"), "--top needs a whole number, not 'many'"),
            ((file, "--top"), "after --top a value is missing"),
            ((file, "--deep"), "there is no option '--deep'"),
            ((file, "other"), "one file at a time"),
            (("none.arauto",), "the file none.arauto cannot be read: No such file"),
        ):
            refused = self.doctor(*words)
            self.assertIn(refused.returncode, (1, 2), words)
            self.assertIn(sentence, refused.stderr)

    def test_a_file_that_is_no_trace(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        whole = (self.folder / "arauto-trace.arauto").read_bytes()
        part = self.folder / "part.arauto"
        for size in (17, 95, 100, 200, len(whole) // 2, len(whole) - 1):
            part.write_bytes(whole[:size])
            done = self.doctor("part.arauto")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn("part.arauto ends too early", done.stderr)
        part.write_text("my notes\n")
        self.assertIn("is no trace", self.doctor("part.arauto").stderr)
        (self.folder / "arauto-trace.arauto").write_text("my notes\n")
        refused = self.run_traced(program, 2)
        self.assertEqual(refused.status, 1)
        self.assertIn("the file arauto-trace.arauto, which holds something else", refused.err)
        self.assertEqual((self.folder / "arauto-trace.arauto").read_text(), "my notes\n")

    def test_the_file_of_json_replaces_no_other(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        mine = self.folder / "mine.json"
        for _ in range(2):  # the second time it is there
            done = self.doctor("arauto-trace.arauto", "--json", "mine.json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(json.loads(mine.read_text())["version"], 1)
        mine.write_text("my notes\n")
        refused = self.doctor("arauto-trace.arauto", "--json", "mine.json")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the file mine.json holds something else", refused.stderr)
        self.assertEqual(mine.read_text(), "my notes\n")

    def test_a_pipe_has_no_report(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        os.mkfifo(self.folder / "pipe.arauto")
        taken = self.folder / "taken.arauto"
        with (
            taken.open("wb") as file,
            subprocess.Popen(["cat", self.folder / "pipe.arauto"], stdout=file) as reader,
        ):
            holder = os.open(self.folder / "pipe.arauto", os.O_RDWR)  # so that it has a reader
            ended = self.run_traced(program, 2, "--trace=./pipe.arauto")
            os.close(holder)
            reader.wait(WATCHDOG_S)
        self.assertEqual((ended.status, ended.out, ended.err), (0, "", ""))
        self.check_counts(self.findings("taken.arauto"), 2)

    def test_a_program_that_has_changed(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        self.compile("counted.f90", COUNTED.replace("1000", "2000"), "-g")
        self.assertIn("has changed since the run", self.doctor("arauto-trace.arauto").stdout)
        Path(program).unlink()
        self.assertIn("is not here", self.doctor("arauto-trace.arauto").stdout)

    def test_off(self) -> None:
        ended = Job([ARAUTO, "run", "-n", "2", PROGRAM, "stop", "0"], cwd=self.folder).end()
        self.assertEqual(ended.status, 0, ended.err)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
