# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/run_tests.py and scripts/ctest_run.py: what came of each test, second tries, and the
closing line. The tests of these tests are commands in a folder that CTest reads."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))

import ctest_run  # noqa: E402
import run_tests as runner  # noqa: E402
import tiers  # noqa: E402

# Commands of tests; `again` is a file that the first run leaves.
PASSES = "true"
FAILS = "echo it is wrong; false"
IS_FLAKY = "test -e again.NAME || { touch again.NAME; echo too late; false; }"
SKIPS = "echo 'skipped: there is no network'; exit 77"
SKIPS_SILENTLY = "exit 77"


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def selection(self, commands: dict[str, str], *alone: str) -> ctest_run.Selection:
        lines = []
        for name, command in commands.items():
            text = command.replace("NAME", name)
            lines.append(f'add_test({name} sh -c "{text}")')
            lines.append(f"set_tests_properties({name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 60)")
        lines += [f"set_tests_properties({name} PROPERTIES RUN_SERIAL ON)" for name in alone]
        (self.folder / "CTestTestfile.cmake").write_text("\n".join(lines))
        return ctest_run.Selection("some", self.folder, (), 2)

    def carry_out(
        self, commands: dict[str, str], *alone: str
    ) -> tuple[runner.Tests, int, list[str]]:
        """Runs these tests as the gate runs its own; returns what it printed at last, too."""
        stage = runner.Stage("some", selections=(self.selection(commands, *alone),))
        stage.build = Built("release", str(self.folder))
        tests = runner.Tests([stage])
        log, runner.FLAKY_LOG = runner.FLAKY_LOG, self.folder / "flaky.log"
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                tests.carry_out()
                tests.retry()
                status = tests.finish(has_table=True)
        finally:
            runner.FLAKY_LOG = log
        return tests, status, printed.getvalue().splitlines()


class Built(runner.Build):
    """A build that has nothing to build for these tests."""

    def finish(self) -> bool:
        return True


class Runs(Folder):
    def test_each_test_is_counted_once(self) -> None:
        commands = {"a.passes": PASSES, "b.fails": FAILS, "c.skips": SKIPS}
        _, status, lines = self.carry_out(commands)
        self.assertEqual(status, 1)
        self.assertEqual(lines[-1], "1 passed, 1 failed")
        self.assertIn("failed: some: b.fails, Failed", lines)
        self.assertIn("    | it is wrong", lines)
        self.assertIn("skipped (there is no network): c.skips", lines)
        self.assertNotIn("flaky", "\n".join(line for line in lines if line.startswith("flaky: ")))

    def test_all_well_is_exit_status_0(self) -> None:
        _, status, lines = self.carry_out({"a": PASSES, "b": PASSES})
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed"))

    def test_a_skipped_test_without_a_reason_is_a_failure(self) -> None:
        _, status, lines = self.carry_out({"a": PASSES, "b": SKIPS_SILENTLY})
        self.assertEqual((status, lines[-1]), (1, "1 passed, 1 failed"))
        self.assertIn("failed: b was skipped and does not say why", lines)

    def test_a_test_that_passes_alone_is_flaky_and_passed(self) -> None:
        _, status, lines = self.carry_out({"a": PASSES, "b": IS_FLAKY})
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed"))
        self.assertIn("flaky: b, 1 of 2", lines)
        log = (self.folder / "flaky.log").read_text()
        self.assertRegex(log, r"some: b, Failed, load [\d.]+ [\d.]+ [\d.]+\n")
        self.assertIn("    | too late\n", log)

    def test_a_flaky_test_that_had_run_alone_is_a_failure(self) -> None:
        _, status, lines = self.carry_out({"a": PASSES, "b": IS_FLAKY}, "b")
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"))
        self.assertIn("failed: b is flaky although it ran alone", lines)

    def test_many_flaky_tests_are_a_failure(self) -> None:
        commands = {f"t{number}": IS_FLAKY for number in range(runner.FLAKY_MAX + 1)}
        _, status, lines = self.carry_out(commands)
        self.assertEqual((status, lines[-1]), (1, f"{runner.FLAKY_MAX + 1} passed, 1 failed"))

    def test_a_run_that_ends_early_is_a_failure(self) -> None:
        _, status, lines = self.carry_out({"a": "kill -9 $(ps -o ppid= -p $$)"})
        self.assertEqual(status, 1, lines)

    def test_a_log_has_all_lines_that_end_a_test(self) -> None:
        self.selection({"a": PASSES, "b": FAILS})
        self.assertRegex(self.shown(on_terminal=False), r"(?s)== some\n.*1/2 Test .*2/2 Test ")

    def test_a_terminal_has_the_count(self) -> None:
        self.selection({"a": PASSES, "b": PASSES})
        self.assertIn("some: 2 of 2", self.shown(on_terminal=True))

    def shown(self, on_terminal: bool) -> str:
        code = (
            "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import ctest_run; "
            "ctest_run.run(ctest_run.Selection('some', pathlib.Path(sys.argv[2]), (), 1))"
        )
        command = [sys.executable, "-c", code, str(SCRIPTS), str(self.folder)]
        if not on_terminal:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout
        screen, terminal = pty.openpty()
        subprocess.run(command, stdout=terminal, check=True)
        os.close(terminal)
        text = os.read(screen, 65536).decode()
        os.close(screen)
        return text


class Commands(unittest.TestCase):
    """Stages that are commands with closing lines of their own."""

    def row(self, script: str, minutes_max: float = 1) -> tuple[runner.Row, runner.Tests]:
        stage = runner.Stage("one", command=("sh", "-c", script), minutes_max=minutes_max)
        tests = runner.Tests([stage])
        with contextlib.redirect_stdout(io.StringIO()):
            tests.carry_out()
        return tests.rows[0], tests

    def test_closing_lines_are_added(self) -> None:
        row, _ = self.row("echo '1 passed, 0 failed'; echo '2 passed, 0 failed'")
        self.assertEqual((row.passed, row.failed), (3, 0))

    def test_a_command_that_fails_without_a_failed_test_is_a_failure(self) -> None:
        row, tests = self.row("echo '3 passed, 0 failed'; exit 3")
        self.assertEqual((row.passed, row.failed), (3, 1))
        self.assertEqual(tests.failures, ["failed: one ended with exit status 3"])

    def test_a_stage_that_comes_to_its_limit_has_failed(self) -> None:
        row, tests = self.row("echo '3 passed, 0 failed'; sleep 60", minutes_max=0.01)
        self.assertEqual((row.passed, row.failed), (3, 1))
        self.assertIn("came to its limit", tests.failures[0])


class Behaviours(unittest.TestCase):
    """Tests what tests/tiers.py says of the labels of tests."""

    def test_a_behaviour_that_the_gate_leaves_out_is_named(self) -> None:
        labels = {"capi.locks.2": {"gate"}, "capi.locks.8": set(), "model.lock": {"waits"}}
        lines, left_out = tiers.table(labels)
        self.assertEqual(left_out, ["model"])
        self.assertEqual(lines[1].split(), ["capi", "2", "1"])
        self.assertEqual(lines[-1].split(), ["all", "3", "1"])

    def test_labels_are_read_from_what_ctest_reads(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "CTestTestfile.cmake").write_text(
                'add_test([=[capi.locks.2]=] "arauto" "run")\n'
                'set_tests_properties([=[capi.locks.2]=] PROPERTIES  LABELS "gate;quick")\n'
                'add_test(command "python3")\n'
            )
            labels = tiers.tests_of(Path(folder))
        self.assertEqual(labels, {"capi.locks.2": {"gate", "quick"}, "command": set()})

    def test_a_folder_and_a_behaviour_without_a_row_are_named(self) -> None:
        page = "| folder | names |\n|---|---|\n| `multi` | `launcher`, `command` |\n"
        missing = tiers.not_described(["launcher", "models"], ["multi", "unit"], page)
        self.assertEqual(missing, ["models", "unit"])


if __name__ == "__main__":
    unittest.main()
