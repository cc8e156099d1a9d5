# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The interfaces and prototypes that the translator writes for a table of calls, and the faults
that it refuses. house.shims checks that the generated file is fresh."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "translator"))

from coarray_translator.shim_interfaces import read_table


class Calls(unittest.TestCase):
    def assert_written(self, row: str, fortran: str, c: str) -> None:
        (call,) = read_table(row)
        self.assertEqual(call.fortran, fortran)
        self.assertEqual(call.c, c)

    def test_a_subroutine_has_its_group_of_arguments(self) -> None:
        self.assert_written(
            "arauto_put(a any:out, image int, value any, {stat})",
            """\
    subroutine arauto_put(a, image, value, stat) bind(c, name="arauto_shim_put")
      import :: c_int
      type(*), intent(inout) :: a(..)
      integer(c_int), value :: image
      type(*), intent(in) :: value(..)
      integer(c_int), intent(inout), optional :: stat
    end subroutine
""",
            "void arauto_shim_put(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, "
            "int32_t* stat);\n",
        )

    def test_a_function_imports_what_it_needs(self) -> None:
        self.assert_written(
            "pure shim_size(team team?, at ints) -> long = its_size",
            """\
    pure function shim_size(team, at) bind(c, name="its_size")
      import :: arauto_team_type, c_int64_t, c_int
      type(arauto_team_type), intent(in), optional :: team
      integer(c_int), intent(in) :: at(*)
      integer(c_int64_t) :: shim_size
    end function
""",
            "int64_t its_size(const int64_t* team, const int32_t* at);\n",
        )

    def test_an_optional_number_is_a_pointer(self) -> None:
        (call,) = read_table("f(n int?, m int)\n")
        self.assertIn("integer(c_int), intent(in), optional :: n", call.fortran)
        self.assertEqual(call.c, "void arauto_shim_f(const int32_t* n, int32_t m);\n")

    def test_a_row_goes_on_in_an_indented_line(self) -> None:
        (call,) = read_table("f(n int,\n    m int)\n# a comment\n")
        self.assertEqual([argument.name for argument in call.arguments], ["n", "m"])

    def test_calls_without_arguments(self) -> None:
        self.assert_written(
            "arauto_put_now()",
            '    subroutine arauto_put_now() bind(c, name="arauto_shim_put_now")\n'
            "    end subroutine\n",
            "void arauto_shim_put_now(void);\n",
        )

    def test_faults_are_named(self) -> None:
        for row, word in (
            ("f(n number)", "'number' of the argument 'n' is no kind"),
            ("f(n int:in)", "'int:in' of the argument 'n' is no kind"),
            ("f() -> real", "'real' of f is no kind of result"),
            ("f(n int", "no call: f(n int"),
        ):
            with self.assertRaises(ValueError) as caught:
                read_table(row)
            self.assertIn(word, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
