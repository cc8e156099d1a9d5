# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which way `arauto fc` takes with gfortran 12 to 14, and what it says of it:
python3 ways12_test.py ARAUTO COMPILER FOLDER [one-node], where FOLDER is for what is built, and
nothing runs over several nodes with `one-node`."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
import unittest
from pathlib import Path

PLAIN = """integer :: x(4)[*], y
x = this_image()
sync all
y = x(2)[num_images()]
if (y /= num_images()) error stop 'wrong'
end
"""
WRONG = """type :: box
  integer :: low = 0
  real, allocatable :: value(:)
end type
type(box) :: b[*]
allocate (b%value(-3:3))
sync all
if (lbound(b[num_images()]%value, 1) /= -3) error stop 'wrong'
sync all
end
"""
FAULT = "p.f90:8: the bounds of 'b[num_images()]%value' are taken for 1 and its extent"
# Programs of tests/random/known that gfortran 12 to 14 compile to wrong data or a crash, and of the
# fault the part that says which it is.
KNOWN = Path(__file__).resolve().parent.parent / "random" / "known"
GONE_WRONG = {
    "scope_end": "where 'one' goes out of scope, its descriptor is taken for its components",
    "bounds": "the bounds of 'g[next]%value' are taken for 1 and its extent",
    "deferred_element": "all elements of 'word', whose length is deferred, are overwritten",
    "broadcast_components": "the allocatable components of 'o' are not allocated anew",
    "optional_passed": "where 'y', an optional coarray, is absent it is followed all the same",
    "pointer_descriptor": "the descriptor of 'list', whose type has a pointer component, is",
    "pointer_to_coarray": "what lies behind 'here' is overwritten by 'here=>list', where 'list' is",
    "pointer_undefined": "the pointer 'value' of 'one' begins with what the stack holds",
}
BROKEN = WRONG.replace("sync all\nend", "call missing(b%no_component)\nsync all\nend")

FRAME = """type :: texts
  character(:), allocatable :: long
end type
type :: structure
  integer :: k
  character(8) :: word
end type
type(texts) :: t[*]
type(structure) :: s[*]
character(8) :: c[*], d(2)[*]
character(4) :: w = 'word'
integer :: x(5)[*], m(5, 2)[*], v(5) = [5, 1, 3, 2, 4], y(3) = 0, n
x = 10*this_image() + [1, 2, 3, 4, 5]
m(:, 1) = x
m(:, 2) = x + 5
t%long = 'abcdef'
n = merge(1, this_image() + 1, this_image() == num_images())
sync all
@
sync all
end
"""
# Statements, and the fault that a warning names.
LOST = {
    "y = x(v(1:3))[n] + 1": "the address of 'x(v(1:3))[n]'",
    "if (any(y /= 10*n + v(1:3) + 1)) error stop 'an operand'": "",
    "if (sum(m([2, 4], 2)[n]) /= 20*n + 16) error stop 'an argument'": (
        "the address of 'm([2,4],2)[n]'"
    ),
    "y(1:2) = (x(v(4:))[n])": "the address of 'x(v(4:))[n]'",
    "if (any(y(1:2) /= 10*n + v(4:))) error stop 'in parentheses'": "",
    "y = x(v(5:1:-2))[n]": "number and stride of the subscripts 'v(5:1:-2)'",
    "if (any(y /= 10*n + v(5:1:-2))) error stop 'a stride'": "",
    "sync all": "",
    "x(v(::2))[n] = 7": "number and stride of the subscripts 'v(::2)'",
    "c[n] = w // 'x'": "the length of what is written to 'c[n]'",
    "d(2)[n] = trim(w)": "the length of what is written to 'd(2)[n]'",
    "s[n]%word = ''": "the length of what is written to 's[n]%word'",
    "sync all ! behind puts": "",
    "if (any(x(v(::2)) /= 7)) error stop 'a put with a stride'": "",
    "if (c /= 'wordx' .or. d(2) /= w .or. s%word /= ' ') error stop 'texts'": "",
    "if (t[n]%long /= 'abcdef') error stop 'a length'": "the length of 't[n]%long'",
}
# Statements that look like those above, and are right.
KEPT = """y = x(v(1:3))[n]
if (any(y /= 10*n + v(1:3))) error stop 'all of a right-hand side'
y = m(2, 2)[n] + x(v(1))[n]
if (any(y /= 20*n + 12)) error stop 'elements'
y(1:2) = x(4:)[n] + 1
if (any(y(1:2) /= 10*n + [5, 6])) error stop 'a section'
sync all
x(v(2:3))[n] = 2*y(1:2)
x(v(:2))[n] = x(v(:2))[n]
c[n] = 'x'
d(1)[n] = w
s[n]%word = (w)
sync all
if (c /= 'x' .or. d(1) /= w .or. s%word /= w) error stop 'texts'"""
# As gfortran 12 ends with an internal error, and later ones may.
REFUSED = """integer :: x(5)[*], v(2) = [5, 2]
integer, allocatable :: y(:)
x = this_image()
sync all
y = x(v)[num_images()]
if (size(y) /= 2 .or. any(y /= num_images())) error stop 'wrong'
sync all
end
"""


class Ways(unittest.TestCase):
    arauto: str
    compiler: str
    folder: Path
    has_nodes: bool

    def fc(self, text: str, *words: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "p.f90").write_text(text)
        command = [self.arauto, "fc", "--compiler", self.compiler, *words, "p.f90"]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def run_program(self, images: int, **settings: str) -> subprocess.CompletedProcess[str]:
        command = [self.arauto, "run", "-n", str(images), str(self.folder / "p")]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              env=os.environ | settings)  # fmt: skip

    def runs_right(self) -> None:
        for images in (1, 2, 3):
            ended = self.run_program(images)
            self.assertEqual(ended.returncode, 0, ended.stderr)

    def calls_of_compiler(self) -> bool:
        return b"_gfortran_caf_init" in (self.folder / "p").read_bytes()

    def test_what_the_compiler_gets_right_is_left_to_it(self) -> None:
        built = self.fc(PLAIN, "-o", "p")
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        self.assertTrue(self.calls_of_compiler())
        self.assertEqual(self.run_program(2).returncode, 0)

    def test_what_it_gets_wrong_is_translated(self) -> None:
        for words in ([], ["-w"]):
            built = self.fc(WRONG, *words, "-o", "p")
            self.assertEqual(built.returncode, 0, built.stderr)
            self.assertIn(f"({FAULT})", built.stderr)
            self.assertEqual(built.stderr.count("\n"), 1, built.stderr)
            self.assertFalse(self.calls_of_compiler())
            self.runs_right()

    def test_each_program_that_would_go_wrong_is_translated(self) -> None:
        """Its first line with a warning is named, and the value is right, over nodes as well."""
        places = ({}, {"ARAUTO_NODE_RANKS": "1"}) if self.has_nodes else ({},)
        for name, fault in GONE_WRONG.items():
            lines = (KNOWN / f"{name}.f90").read_text().splitlines()
            lines = [line for line in lines if not line.endswith("!right")]
            warned = [at for at, line in enumerate(lines, 1) if line.endswith("!warned")]
            built = self.fc("".join(f"{line}\n" for line in lines), "-o", "p")
            with self.subTest(name=name):
                self.assertEqual(built.returncode, 0, built.stderr)
                self.assertIn(f"(p.f90:{warned[0]}: {fault}", built.stderr)
                self.assertIn("): they are translated instead, as with", built.stderr)
                self.assertEqual(built.stderr.count("\n"), 1, built.stderr)
                self.assertFalse(self.calls_of_compiler())
                for settings in places:
                    for images in (2, 3):
                        ended = self.run_program(images, **settings)
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        self.assertEqual(ended.stdout.split(), ["right"] * images)

    def test_native_leaves_it_to_the_compiler_with_a_warning(self) -> None:
        built = self.fc(WRONG, "--native", "-o", "p")
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertIn("p.f90:8: warning: wrong data by gfortran 12 to 14: the bounds", built.stderr)
        self.assertNotIn("translated instead", built.stderr)
        self.assertTrue(self.calls_of_compiler())

    def test_a_file_of_many_is_only_warned_of(self) -> None:
        built = self.fc(WRONG, "-c", "-o", "p.o")
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertIn("p.f90:8: warning: wrong data", built.stderr)
        self.assertNotIn("translated instead", built.stderr)

    def test_what_cannot_be_translated_is_left_to_the_compiler(self) -> None:
        built = self.fc(BROKEN, "-o", "p")
        self.assertNotEqual(built.returncode, 0)
        self.assertNotIn("translated instead", built.stderr)
        self.assertIn("p.f90:8: warning: wrong data", built.stderr)
        self.assertEqual(built.stderr.count("Error: "), 1, built.stderr)

    def test_arguments_that_it_leaves_out(self) -> None:
        text = FRAME.replace("@", "\n".join(LOST))
        first = FRAME[: FRAME.index("@")].count("\n") + 1
        expected = [f"p.f90:{line}: {fault}" for line, fault in enumerate(LOST.values(), first)]
        expected = [line for line in expected if not line.endswith(": ")]
        built = self.fc(text, "-o", "p")
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertIn(f"({expected[0]}", built.stderr)
        self.assertEqual(built.stderr.count("\n"), 1, built.stderr)
        self.runs_right()
        warned = self.fc(text, "--native", "-o", "p").stderr.splitlines()
        kinds = re.compile(r"warning: (an error|wrong data) by gfortran 12 to 14: ")
        said = [kinds.sub("", line) for line in warned if "[arauto]" in line]
        self.assertEqual(len(said), len(expected), said)
        for line, start in zip(said, expected, strict=True):
            self.assertTrue(line.startswith(start), (line, start))

    def test_what_only_looks_like_it_is_left_to_the_compiler(self) -> None:
        built = self.fc(FRAME.replace("@", KEPT), "-o", "p")
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        self.assertTrue(self.calls_of_compiler())
        self.runs_right()

    def test_what_it_cannot_compile_is_translated(self) -> None:
        built = self.fc(REFUSED, "-o", "p")
        self.assertEqual(built.returncode, 0, built.stderr)
        if not self.calls_of_compiler():
            self.assertIn("cannot compile these coarrays by itself", built.stderr)
        self.runs_right()
        built = self.fc(REFUSED, "--native", "-o", "p")
        if built.returncode != 0:
            self.assertIn("this was an internal error of", built.stderr)

    def test_what_cannot_be_translated_instead_is_explained(self) -> None:
        """Beside an internal error, the reason of which the user cannot know."""
        other = REFUSED.replace("integer ::", "integer(8) :: s\ninteger ::", 1).replace(
            "y = x", "if (x(1)[1, stat=s] > 9) then\nend if\ny = x", 1
        )
        built = self.fc(other, "-o", "p")
        if "internal compiler error" not in built.stderr:
            self.skipTest("this gfortran compiles it")
        self.assertNotEqual(built.returncode, 0)
        told = built.stderr.partition("arauto: fc: they cannot be translated instead:\n")[2]
        self.assertIn("p.f90:6: error: STAT=s is in the first statement", told)

    def test_messages_have_colours_on_a_terminal(self) -> None:
        missing = PLAIN.replace("sync all", "sync al")
        for text, words in ((missing, "Error"), (REFUSED, "they are translated instead")):
            (self.folder / "p.f90").write_text(text)
            primary, terminal = pty.openpty()
            command = [self.arauto, "fc", "--compiler", self.compiler, "p.f90", "-o", "p"]
            with subprocess.Popen(
                command, cwd=self.folder, stderr=terminal, env={**os.environ, "TERM": "xterm"}
            ) as process:
                os.close(terminal)
                said = b""
                with contextlib.suppress(OSError):  # the end of a terminal
                    while part := os.read(primary, 4096):
                        said += part
            os.close(primary)
            if text == REFUSED and self.calls_of_compiler():
                continue
            self.assertIn(words, said.decode())
            self.assertEqual(b"\33[" in said, text == missing, said)
            self.assertEqual(process.returncode, int(text == missing))


if __name__ == "__main__":
    Ways.arauto, Ways.compiler, folder = sys.argv[1:4]
    Ways.has_nodes = "one-node" not in sys.argv[4:]
    Ways.folder = Path(folder).resolve()
    Ways.folder.mkdir(parents=True, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
