# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Which loops over elements of other images get a second version, over the memory of these images,
and which must not.

loops.py TRANSLATOR        the folder of the translator
"""

from __future__ import annotations

import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from coarray_translator.translate import translate  # noqa: E402

UNIT = """\
subroutine s(a, b, c, k, m, x)
  real :: a(8)[*], b(:)[*], x
  real, volatile :: v(8)[*]
  real, pointer :: p(:)
  real, target :: c(8)
  type t
    real :: w(8)
  end type
  type(t) :: d[*]
  integer :: i, j, k, m(8)[*]
  real, external :: f
  interface
    pure real function g(i)
      integer, intent(in) :: i
    end function
  end interface
{}
end subroutine
"""
DOUBLED = {
    "a get": ["do i = 1, 8", "x = x + a(i)[k]", "end do"],
    "a put": ["do i = 1, 8", "a(i)[k] = x", "enddo"],
    "a dummy that may have gaps": ["do i = 1, 8", "b(i)[k] = x", "end do"],
    "two images": ["do i = 1, 8", "a(i)[k] = b(i)[k + 1]", "end do"],
    "the neighbour": ["do i = 1, 8", "a(i)[this_image() + 1] = c(i)", "end do"],
    "an index array": ["do i = 1, 8", "x = x + sqrt(a(m(i))[k])", "end do"],
    "conditions": ["do i = 1, 8", "if (a(i)[k] > 0) then", "x = 1", "end if", "end do"],
    "a nest": ["do i = 1, 8", "do j = 1, i", "x = x*a(j)[2]", "end do", "end do"],
    "a loop in a named one": [
        "o: do j = 1, 2",
        *["do i = 1, 8", "a(i)[k] = j", "end do"],
        "end do o",
    ],
    "one line": ["do i = 1, 8; a(i)[k] = 0; end do"],
    "after a loop with a directive": [
        *["!$omp parallel do", "do i = 1, 8", "c(i) = i", "end do"],
        *["do i = 1, 8", "a(i)[k] = c(i)", "end do"],
    ],
}
LEFT = {
    "the image changes": ["do i = 1, 8", "k = i", "x = a(i)[k]", "end do"],
    "the image is the loop's variable": ["do k = 1, 8", "x = x + a(k)[k]", "end do"],
    "the image is an element": ["do i = 1, 8", "x = x + a(i)[m(1)]", "end do"],
    "the image is a quotient": ["do i = 1, 0", "x = x + a(i)[8/k]", "end do"],
    "the image changes by another name": [
        *["associate (n => k)", "do i = 1, 8", "n = i", "x = a(i)[k]", "end do", "end associate"]
    ],
    "the image has another name": [
        *["associate (n => k)", "do i = 1, 8", "k = i", "x = a(i)[n]", "end do", "end associate"]
    ],
    "the bound is remote": ["do i = 1, m(1)[k]", "x = a(i)[k]", "end do"],
    "a function of the program": ["do i = 1, 8", "x = x + a(i)[k]*f(i)", "end do"],
    "a pure function": ["do i = 1, 8", "x = x + a(i)[k]*g(i)", "end do"],
    "a call": ["do i = 1, 8", "call h(x)", "x = x + a(i)[k]", "end do"],
    "image control": ["do i = 1, 8", "a(i)[k] = x", "sync all", "end do"],
    "output": ["do i = 1, 8", "print *, a(i)[k]", "end do"],
    "a jump": ["do i = 1, 8", "if (a(i)[k] > 0) exit", "x = i", "end do"],
    "a pointer": ["do i = 1, 8", "p(i) = a(i)[k]", "end do"],
    "a section": ["do i = 1, 8", "a(1:i)[k] = x", "end do"],
    "a whole array": ["do i = 1, 8", "c = c + a(i)[k]", "end do"],
    "a component": ["do i = 1, 8", "d[k]%w(i) = x", "end do"],
    "a volatile one": ["do i = 1, 8", "x = x + v(i)[k]", "end do"],
    "stat=": ["do i = 1, 8", "x = x + a(i)[k, stat=j]", "end do"],
    "a directive": ["!$omp simd", "do i = 1, 8", "a(i)[k] = x", "end do"],
    "a nest with a directive": [
        *["!$omp do collapse(2)", "do j = 1, 8", "do i = 1, 8", "a(i)[k] = x", "end do", "end do"]
    ],
    "a directive in it": ["do i = 1, 8", "!$omp atomic", "x = x + a(i)[k]", "end do"],
    "an offloaded region": ["!$acc kernels", "x = 1", "do i = 1, 8", "a(i)[k] = x", "end do"],
    "a label": ["do 10 i = 1, 8", "10 a(i)[k] = x"],
    "concurrent": ["do concurrent (i = 1:8)", "x = a(i)[k]", "end do"],
    "while": ["do while (a(1)[k] > 0)", "x = a(2)[k]", "end do"],
    "no image": ["do i = 1, 8", "a(i) = x", "end do"],
    "a program's own size": [
        "block",
        "real :: size",
        "do i = 1, 8",
        "a(i)[k] = x",
        "end do",
        "end block",
    ],
}


def translated(lines: list[str]) -> str:
    text = UNIT.format("\n".join(f"  {line}" for line in lines))
    text = translate(text, "x.f90", lambda _name, _statement: None).text
    return re.sub(r"^# .*\n", "", text, flags=re.MULTILINE)


class Loops(unittest.TestCase):
    def test_loops_that_get_a_second_version(self) -> None:
        for what, lines in DOUBLED.items():
            with self.subTest(what):
                text = translated(lines)
                self.assertEqual(text.count("\nelse\n") + text.count("  else\n"), 1, text)
                self.assertIn("arauto_near(", text)
                self.assertIn("arauto_n1(", text)

    def test_loops_that_stay(self) -> None:
        for what, lines in LEFT.items():
            with self.subTest(what):
                self.assertNotIn("arauto_near", translated(lines))

    def test_a_file_with_equivalence_stays(self) -> None:
        lines = ["do i = 1, 8", "x = x + a(i)[k]", "end do"]
        text = UNIT.format("  equivalence (k, j)\n" + "\n".join(lines))
        self.assertNotIn("arauto_near", translate(text, "x.f90", lambda _name, _of: None).text)

    def test_both_versions_do_the_same(self) -> None:
        text = translated(["do i = 1, 8", "if (x > 1) a(i)[k] = a(9 - i)[k + 1]*b(i)[k]", "end do"])
        near, far = text.split("  else\n")
        self.assertIn("if (x > 1) arauto_n1(i) =", near)
        self.assertIn("arauto_n2(9 - i)*arauto_n3(i)", near)
        self.assertIn("call arauto_put", far)
        self.assertLess(far.index("end do"), far.index("end if\n  end block"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
