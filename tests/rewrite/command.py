# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The work of `arauto fc` around the rewriting: the files that the compiler gets, the names of
objects, the lines in messages, and that no file is left behind.

command.py ARAUTO
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ARAUTO = ""
PROGRAM = """program p
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  type(notify_type) :: n[*]
  real :: x(3)[*]
  x(1:2)[1, notify=n] = 1
  notify wait (n)
end program
"""
PLAIN = """! notify wait (n)
program p
  print *, "x[1, notify=n]"
end program
"""
# Stands in for a compiler: says what it is, else notes its words and what its inputs hold.
RECORDER = """import json, os, sys
if "-dumpversion" in sys.argv:
    print(12)
elif "--version" in sys.argv:
    print("GNU Fortran 12")
else:
    files = {w: open(w, "rb").read().decode() for w in sys.argv[1:] if os.path.isfile(w)}
    json.dump([sys.argv[1:], files], open(os.environ["RECORD"], "w"))
"""
FAILING = """import sys
if "--version" in sys.argv:
    print("GNU Fortran (a test) 12.2.0")
elif "-dumpversion" in sys.argv:
    print(12)
else:
    sys.exit(%d)
"""
FORALL = """program p
  integer :: a(4)[*], i
  forall (i = 1:4) a(i)[1] = i
end program
"""
SLEEPER = """import sys, time
if "-dumpversion" in sys.argv:
    print(12)
elif "--version" in sys.argv:
    print("GNU Fortran 12")
else:
    open("started", "w").close()
    time.sleep(60)
"""


class Folder(unittest.TestCase):
    """A folder for a test's files, and one for temporary files that must be empty in the end."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        record = str(self.folder / "record")
        self.environment = {**os.environ, "TMPDIR": str(self.temporary), "RECORD": record}

    def tearDown(self) -> None:
        self.assertEqual(list(self.temporary.iterdir()), [])

    def write(self, **files: str) -> None:
        for name, text in files.items():
            path = self.folder / name.replace("__", "/").replace("_DOT_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def fc(self, *words: str, folder: str = ".") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ARAUTO, "fc", *words],
            cwd=self.folder / folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )

    def compile(self, *words: str, folder: str = ".") -> str:
        answer = self.fc(*words, folder=folder)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return answer.stderr

    def record(self, *words: str, recorder: str = RECORDER) -> tuple[list[str], dict[str, str]]:
        (self.folder / "recorder.py").write_text(recorder)
        compiler = f"{sys.executable} {self.folder}/recorder.py"
        self.compile("--compiler", compiler, *words)
        recorded = json.loads((self.folder / "record").read_text())
        self.assertEqual(recorded[0].pop(0), "-pass-exit-codes")
        return recorded[0], recorded[1]


class Command(Folder):
    def test_sources_without_notify_are_passed_as_they_are(self) -> None:
        for name in ("a.f90", "a.F90", "b.f", "c.F", "d.f08"):
            (self.folder / name).write_text(PLAIN)
            words, files = self.record("-O2", "-c", name, "-o", "x.o")
            self.assertEqual(words, ["-fcoarray=lib", "-O2", "-c", name, "-o", "x.o"])
            self.assertEqual(files, {name: PLAIN})

    def test_only_the_source_with_notify_is_replaced(self) -> None:
        self.write(a_DOT_f90=PROGRAM, b_DOT_f90=PLAIN, src__c_DOT_f90=PROGRAM)
        words, files = self.record("-O2", "-c", "a.f90", "b.f90", "src/c.f90")
        self.assertEqual(files["b.f90"], PLAIN)
        inputs = [word for word in words if word.endswith(".f90") and "=" not in word]
        self.assertEqual([Path(name).name for name in inputs], ["a.f90", "b.f90", "c.f90"])
        self.assertIn("-I.", words)
        self.assertIn("-Isrc", words)
        self.assertIn("event  wait", files[inputs[0]])

    def test_preprocessing_alone_leaves_the_source(self) -> None:
        self.write(a_DOT_F90=PROGRAM)
        words, files = self.record("-E", "a.F90")
        self.assertEqual((words, files), (["-fcoarray=lib", "-E", "a.F90"], {"a.F90": PROGRAM}))

    def test_an_internal_error_of_the_compiler_suggests_translation(self) -> None:
        self.write(a_DOT_f90=PLAIN, b_DOT_f90=PROGRAM, c_DOT_f90=FORALL)
        for name in ("a.f90", "b.f90"):
            for status, is_suggested in ((4, True), (1, False), (0, False)):
                (self.folder / "failing.py").write_text(FAILING % status)
                compiler = f"{sys.executable} {self.folder}/failing.py"
                answer = self.fc("--compiler", compiler, "-c", name)
                self.assertEqual(answer.returncode, min(status, 1), answer.stderr)
                self.assertEqual("'arauto fc --translate'" in answer.stderr, is_suggested)
        answer = self.fc("-c", "c.f90")
        if "internal compiler error" in answer.stderr:  # as of gfortran 12
            self.assertIn("this was an internal error of 'gfortran'", answer.stderr)
            self.compile("--translate", "-c", "c.f90")

    def test_our_module_is_found_only_when_it_is_used(self) -> None:
        own = os.environ.get("ARAUTO_FC", "gfortran")  # the modules are of its version
        version = subprocess.check_output([own, "-dumpversion"], text=True).split(".")[0].strip()
        recorder = RECORDER.replace("print(12)", f"print({version})")
        for line, is_used in {
            "use arauto": True,
            "USE, NON_INTRINSIC :: Arauto, only: event_attach": True,
            "use arautonaut": False,
            "use other ! use arauto": False,
        }.items():
            self.write(a_DOT_f90=f"program p\n{line}\nend program\n")
            words, files = self.record("-c", "a.f90", recorder=recorder)
            self.assertEqual("a.f90" in files, True)
            self.assertEqual(any("lib/arauto" in word for word in words), is_used, line)

    def test_objects_and_modules_are_named_after_the_original(self) -> None:
        self.write(src__a_DOT_f90=PROGRAM, b_DOT_F90=PROGRAM.replace("program p", "program q"))
        text = (self.folder / "b.F90").read_text().replace("end program p", "end program")
        module = "module mm\nuse iso_fortran_env, only: notify_type\nend\n"
        self.write(b_DOT_F90=text, m_DOT_f90=module)
        self.compile("-c", "src/a.f90", "b.F90", "m.f90")
        self.compile("-c", "src/a.f90", "-o", "other.o")
        self.compile("-S", "b.F90")
        names = {path.name for path in self.folder.iterdir() if path.is_file()}
        self.assertEqual(names, {"a.o", "b.o", "b.F90", "m.o", "m.f90", "mm.mod", "other.o", "b.s"})

    def test_messages_name_the_line_and_column_of_the_original(self) -> None:
        fault = PROGRAM.replace("  notify wait", "  x(1:2)[1, notify=n] = 'text'\n  notify wait")
        fault = fault.replace("end program", "  x(1)[1, notify=n] = y\nend program")
        for name in ("a.f90", "a.F90"):
            self.write(**{name.replace(".", "_DOT_"): fault})
            message = self.fc("-c", name).stderr
            quoted = re.escape("  x(1:2)[1, notify=n] = 'text'")
            self.assertRegex(message, rf"(?m)^{name}:7:\d+:\n\n +7 \| {quoted}")
            column = fault.split("\n")[8].rindex("y") + 1
            position = rf"(?m)^{name}:9:{column}:\n\n +9 \| "
            self.assertRegex(message, position + r".*\n.*\nError: .* no IMPLICIT")
            self.assertNotIn("arauto-fc", message)

    def test_run_time_messages_and_debug_information_name_the_original(self) -> None:
        self.write(src__a_DOT_f90=PROGRAM.replace("  notify", "  read (*, *) x\n  notify"))
        self.compile("-g", "-c", "src/a.f90")
        data = (self.folder / "a.o").read_bytes()
        self.assertIn(b"src/a.f90", data)
        self.assertNotIn(b"arauto-fc", data)

    def test_macros_of_the_command_line_reach_the_preprocessor(self) -> None:
        text = PROGRAM.replace("[1,", "[IMAGE,").replace(
            "real ::", "&\n#ifdef WANTED\nreal ::&\n#endif\n"
        )
        self.write(a_DOT_f90=text)
        self.compile("-cpp", "-DIMAGE=1", "-DWANTED", "-c", "a.f90")
        self.assertNotEqual(self.fc("-cpp", "-DIMAGE=1", "-c", "a.f90").returncode, 0)

    def test_files_beside_the_source_are_found(self) -> None:
        beside = "  use other\n  implicit none\n  include 'h.inc'\n"
        text = PROGRAM.replace("  implicit none\n", beside)
        self.write(src__a_DOT_F90='#include "m.h"\n' + text, src__h_DOT_inc="integer :: h\n")
        self.write(src__m_DOT_h="#define M 3\n", src__other_DOT_f90="module other\nend module\n")
        self.compile("-c", "other.f90", folder="src")
        self.compile("-c", "src/a.F90")

    def test_dependencies_name_the_original(self) -> None:
        self.write(src__a_DOT_F90=PROGRAM)
        self.compile("-cpp", "-MD", "-c", "src/a.F90")
        self.compile("-cpp", "-MMD", "-MF", "x.dep", "-c", "src/a.F90", "-o", "b.o")
        for name in ("a.d", "x.dep"):
            text = (self.folder / name).read_text()
            self.assertIn("src/a.F90", text)
            self.assertNotIn("arauto-fc", text)

    def test_the_rewritten_source_can_be_kept(self) -> None:
        self.write(a_DOT_f90=PROGRAM)
        self.compile("--keep-rewritten", "kept", "-c", "a.f90")
        self.assertIn("event  wait", (self.folder / "kept/a.f90").read_text())
        answer = self.fc("--keep-rewritten", ".", "-c", "a.f90")
        self.assertEqual(answer.returncode, 2)
        self.assertEqual((self.folder / "a.f90").read_text(), PROGRAM)
        self.assertEqual(self.fc("--keep-rewritten").returncode, 2)

    def test_show_prints_and_writes_nothing(self) -> None:
        self.write(a_DOT_f90=PROGRAM)
        shown = self.fc("--show", "-c", "a.f90").stdout
        self.assertRegex(shown, r"^gfortran -fcoarray=lib .*/arauto-fc-XXXXXX/1/a.f90\n$")
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"a.f90", "temporary"})

    def test_a_compiler_that_fails_gives_its_status(self) -> None:
        self.write(a_DOT_f90=PROGRAM.replace("implicit none", "implicit nothing"))
        self.assertEqual(self.fc("-c", "a.f90").returncode, 1)
        answer = self.fc("--compiler", "/nowhere/gfortran", "-c", "a.f90")
        self.assertEqual(answer.returncode, 127)

    def test_signals_reach_the_compiler_and_leave_nothing(self) -> None:
        self.write(a_DOT_f90=PROGRAM, sleeper_DOT_py=SLEEPER)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            (self.folder / "started").unlink(missing_ok=True)
            compiler = f"{sys.executable} {self.folder}/sleeper.py"
            with subprocess.Popen(
                [ARAUTO, "fc", "--compiler", compiler, "-c", "a.f90"],
                cwd=self.folder,
                env=self.environment,
                stderr=subprocess.DEVNULL,
            ) as process:
                while not (self.folder / "started").exists():
                    self.assertIsNone(process.poll())
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertEqual(process.wait(30), -number)
            self.assertEqual(list(self.temporary.iterdir()), [])

    def test_a_compiler_that_knows_notify_gets_the_source(self) -> None:
        self.write(a_DOT_f90=PROGRAM, b_DOT_f90=PROGRAM.replace("n)", ")"))
        newer = RECORDER.replace("print(12)", "print(99)")
        for name in ("a.f90", "b.f90"):
            words, _ = self.record("-fcoarray=single", "-c", name, recorder=newer)
            self.assertEqual(words, ["-fcoarray=single", "-c", name])

    def test_without_the_library_there_is_no_notify(self) -> None:
        self.write(a_DOT_f90=PROGRAM)
        answer = self.fc("-fcoarray=single", "-c", "a.f90")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("a.f90 uses NOTIFY, which needs -fcoarray=lib", answer.stderr)

    def test_a_byte_order_mark_stays_in_front(self) -> None:
        self.write(a_DOT_f90="\ufeff" + PROGRAM)
        self.compile("-c", "a.f90")

    def test_an_unusable_temporary_folder_is_told(self) -> None:
        self.write(a_DOT_f90=PROGRAM)
        self.environment["TMPDIR"] = "/nowhere"
        answer = self.fc("-c", "a.f90")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(
            answer.stderr, "folder for files of the command's own: /nowhere/.*No such file"
        )


class Faults(Folder):
    def check(
        self,
        source: str,
        line: int,
        sentence: str,
        name: str = "a.f90",
        options: list[str] | None = None,
    ) -> None:
        (self.folder / name).write_text(source)
        answer = self.fc(*(options or []), "-c", name)
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, "^" + re.escape(f"{name}:{line}: error: ") + sentence)
        self.assertEqual(answer.stderr.count("\n"), 1)
        self.assertFalse((self.folder / "a.o").exists())

    def test_statements(self) -> None:
        for statement, sentence in {
            "notify wait": "NOTIFY WAIT: the notify variable is missing",
            "notify wait ()": "NOTIFY WAIT: the notify variable is missing",
            "notify wait (n[1])": "NOTIFY WAIT: n must be of this image, it cannot be coindexed",
            "notify wait (stat=i)": "NOTIFY WAIT: the notify variable must come first",
            "notify wait (n, count=2)": "NOTIFY WAIT: 'count=2' is none of UNTIL_COUNT=",
            "notify wait (n, 2)": "NOTIFY WAIT: '2' is none of UNTIL_COUNT=",
            "notify wait (n, stat=i, stat=i)": "NOTIFY WAIT: stat= is given twice",
            "x(1)[1, notify=n, NOTIFY=n] = 1": "image selector: NOTIFY= is given twice",
            "x(1)[1, notify=n, where=n] = 1": "image selector: 'where=' is none of STAT=",
            "x(1)[notify=n] = 1": "image selector: the cosubscripts must come first",
            "x(1)[1, notify=] = 1": "NOTIFY=: the notify variable is missing",
            "x(1)[1, notify=n[1]] = 1": "NOTIFY=: the image is the one that is written to",
            "y = x(1)[1, notify=n]": "NOTIFY= is for the variable on the left of an assignment",
            "x(1)[1] = x(1)[1, notify=n]": "NOTIFY= is for the variable on the left",
            "x(int(x(1)[1, notify=n]))[1] = 1": "NOTIFY= is for the variable on the left",
            "print *, x(1)[1, notify=n]": "NOTIFY= is for the variable on the left",
            "if (x(1)[1, notify=n] > 2) y = 1": "NOTIFY= is for the variable on the left",
            "where (x > 1) x(:)[1, notify=n] = 1": "NOTIFY= is not allowed in WHERE or FORALL",
            "forall (i=1:3) x(i)[1, notify=n] = 1": "NOTIFY= is not allowed in WHERE or FORALL",
        }.items():
            with self.subTest(statement):
                source = PROGRAM.replace("  x(1:2)[1, notify=n] = 1", "  " + statement)
                self.check(source, 6, sentence)

    def test_where_constructs(self) -> None:
        statement = "  where (x > 1)\n    x(:)[1, notify=n] = 1\n  end where"
        self.check(PROGRAM.replace("  x(1:2)[1, notify=n] = 1", statement), 7, "NOTIFY= is not")

    def test_each_fault_is_told(self) -> None:
        self.write(a_DOT_f90=PROGRAM.replace("(n)", "()").replace("notify=n", "notify="))
        answer = self.fc("-c", "a.f90")
        positions = [line[:9] for line in answer.stderr.split("\n")]
        self.assertEqual(positions, ["a.f90:6: ", "a.f90:7: ", ""])

    def test_preprocessor_lines_inside_a_statement(self) -> None:
        statement = "  x(1:2)[1, &\n#ifdef A\n  notify=n] = 1\n#endif"
        self.check(
            PROGRAM.replace("  x(1:2)[1, notify=n] = 1", statement),
            8,
            "NOTIFY=: a line that begins with #",
            "a.F90",
        )

    def test_conditional_lines(self) -> None:
        text = PROGRAM.replace("  notify wait", "!$ notify wait")
        self.check(text, 7, r"NOTIFY in a conditional line \(!\$\)", options=["-fopenmp"])
        self.write(a_DOT_f90=text)
        self.assertEqual(self.fc("-c", "a.f90").returncode, 0)

    def test_macros(self) -> None:
        self.check("#define PUT [1, notify=n]\n" + PROGRAM, 1, "NOTIFY in a macro", "a.F90")

    def test_included_files(self) -> None:
        self.write(include__x_DOT_inc="notify wait (n)\n")
        text = PROGRAM.replace("  notify wait (n)", "  include 'include/x.inc'")
        self.check(text, 7, "the included file 'include/x.inc' uses NOTIFY")
        text = PROGRAM.replace("  notify wait (n)", '#include "include/x.inc"')
        self.check(text, 7, "the included file 'include/x.inc' uses NOTIFY", "a.F90")
        self.check('program p\n#include "include/x.inc"\nend\n', 2, "the included", "a.F90")


if __name__ == "__main__":
    ARAUTO = sys.argv.pop(1)
    unittest.main()
