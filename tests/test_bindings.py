# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The output of the generator of the MPI front-end's bindings for a table, and the faults that it
refuses. house.bindings checks that the generated files are fresh."""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "frontends/mpi/bindings"))

import cplusplus  # noqa: E402
import fortran  # noqa: E402
import generate  # noqa: E402
import manual  # noqa: E402
from table import Table, TableError, parse  # noqa: E402

GROUPS = """\
[groups]
source = origin_addr:BUFFER_IN origin_count:COUNT origin_datatype:DATATYPE
target = target_rank:RANK target_disp:DISPLACEMENT target_count:COUNT target_datatype:DATATYPE
"""
SMALL = f"""{GROUPS}
[operations]
MPIX_Put_notify(source target notify_idx:INDEX win:WINDOW)
    put, and count
MPIX_Rput_notify_tag(source target win:WINDOW request:REQUEST_OUT tag:TAG)
    put, and tell
[calls]
MPIX_Iprobe_notify(win:WINDOW flag:FLAG_OUT status:STATUS_OUT)
    look
[large]
MPI_Put(source target win:WINDOW)
[interposed]
MPI_Put MPI_Init
[called]
MPI_Send
"""
HEADER = """\
/** Puts.
 *  @error MPI_ERR_RANK */
MPIX_API int MPIX_Put_notify(void);
/** Puts `win`. */
MPIX_API int MPIX_Rput_notify_tag(void);
/** Looks.
 *  @param flag  is set */
MPIX_API int MPIX_Iprobe_notify(void);
"""


def flat(text: str) -> str:
    """Without the places where lines are broken."""
    return re.sub(r"\s+", " ", text.replace("&\n", ""))


def part(text: str, start: str, end: str) -> str:
    """The part of a text between two others."""
    return flat(text).split(flat(start), 1)[1].split(end, 1)[0]


class Forms(unittest.TestCase):
    table: Table = parse(SMALL)

    def test_large_counts_have_their_kind_in_every_language(self) -> None:
        mpi, f08 = fortran.module_mpi(self.table), fortran.module_f08(self.table)
        behind = cplusplus.fortran_calls(self.table)
        for text, start, end, count in (
            (mpi, "MPIX_Put_notify(", "end sub", "integer(c_int), intent(in) ::"),
            (mpi, "MPIX_Put_notify_c(", "end sub", "integer(c_int64_t), intent(in) ::"),
            (f08, "MPIX_Put_notify_f08(", "end sub", "integer(c_int), intent(in) ::"),
            (f08, "MPIX_Put_notify_c_f08(", "end sub", "integer(c_int64_t), intent(in) ::"),
            (behind, "arauto_mpix_put_notify(", "{", "const int*"),
            (behind, "arauto_mpix_put_notify_c(", "{", "const MPI_Count*"),
        ):
            self.assertIn(f"{count} origin_count", part(text, start, end), start)

    def test_a_displacement_and_an_index_stay_what_they_are_in_a_large_form(self) -> None:
        large = part(fortran.module_f08(self.table), "subroutine MPIX_Put_notify_c_f08(", "end sub")
        self.assertIn("integer(c_intptr_t), intent(in) :: target_disp", large)
        self.assertIn("integer(c_int), intent(in) :: target_rank, notify_idx", large)

    def test_both_widths_share_a_name_in_mpi_f08_alone(self) -> None:
        f08, mpi = fortran.module_f08(self.table), fortran.module_mpi(self.table)
        self.assertIn("interface MPIX_Put_notify\n", f08)
        self.assertNotIn("interface MPIX_Put_notify_c", f08)
        self.assertIn("public :: MPIX_Put_notify, MPIX_Rput_notify_tag, MPIX_Put_notify_c", mpi)

    def test_a_module_imports_the_types_that_it_uses_and_no_more(self) -> None:
        used = part(fortran.module_f08(self.table), "use mpi_f08, only: ", "use, intrinsic")
        types = ["MPI_Datatype", "MPI_Request", "MPI_Status", "MPI_Win"]
        self.assertEqual(used.strip().split(", "), types)

    def test_every_interface_names_a_function_that_is_written(self) -> None:
        table = parse((generate.HERE / "calls.txt").read_text(encoding="utf-8"))
        text = cplusplus.fortran_calls(table)
        written = set(re.findall(r"EXPORT \w+ (arauto_\w+)\(", text))
        aliases = re.findall(r"^ARAUTO_F08\((\w+)\)", text, re.M)
        written |= {f"arauto_{name}_f08" for name in aliases}
        modules = fortran.module_mpi(table) + fortran.module_f08(table)
        self.assertEqual(set(re.findall(r'name="(\w+)"', modules)), written)

    def test_ierror_may_be_omitted_with_mpi_f08_alone(self) -> None:
        self.assertIn("optional", fortran.module_f08(self.table))
        self.assertNotIn("optional", fortran.module_mpi(self.table))

    def test_a_status_reaches_mpi_f08_as_it_is_in_c(self) -> None:
        behind = cplusplus.fortran_calls(self.table)
        self.assertIn("MPI_Fint* status", part(behind, "arauto_mpix_iprobe_notify(", "{"))
        self.assertIn("MPI_Status* status", part(behind, "arauto_mpix_iprobe_notify_f08(", "{"))

    def test_arguments_decide_which_function_an_operation_is(self) -> None:
        text = flat(cplusplus.operations(self.table))
        self.assertIn("return move_counted(win, {Direction::put, ", text)
        self.assertIn('"MPIX_Rput_notify_tag_c"}, tag, request);', text)

    def test_the_large_form_of_an_mpi_call_falls_back_to_the_small_one(self) -> None:
        text = flat(cplusplus.large_counts(self.table))
        self.assertIn("if (!fit(origin_count, target_count))", text)
        self.assertIn("return real().Put(origin_addr, as_int(origin_count), origin_datatype", text)

    def test_a_prototype_in_a_header_becomes_that_of_the_table(self) -> None:
        text = cplusplus.header(HEADER, self.table)
        self.assertIn("MPIX_API int MPIX_Put_notify(const void* origin_addr,\n", text)
        self.assertIn("/** Puts `win`. */", text)
        with self.assertRaisesRegex(TableError, "MPIX_Lost is in a header, but not in calls.txt"):
            cplusplus.header("MPIX_API int MPIX_Lost(void);", self.table)

    def test_a_page_has_the_comment_of_the_header(self) -> None:
        pages = manual.pages(self.table, {"arauto/mpix.h": HEADER})
        self.assertIn(".SH ERRORS\nMPI_ERR_RANK\n", pages["MPIX_Put_notify"])
        self.assertIn("Puts \\fIwin\\fP.", pages["MPIX_Rput_notify_tag"])
        self.assertIn("whether there is one: is set", pages["MPIX_Iprobe_notify"])
        self.assertEqual(pages["MPIX_Put_notify_c"], ".so man3/MPIX_Put_notify.3\n")
        with self.assertRaisesRegex(TableError, "is in calls.txt, but in no header"):
            manual.pages(self.table, {})


class Refused(unittest.TestCase):
    def refuses(self, text: str, sentence: str) -> None:
        with self.assertRaises(TableError) as raised:
            parse(text)
        self.assertIn(sentence, str(raised.exception))

    def test_a_wrong_kind_is_refused_with_its_line(self) -> None:
        sentence = "calls.txt:2: there is no kind 'WINDWO' of 'win', only ASSERTION, "
        self.refuses("[calls]\nMPIX_A(win:WINDWO)\n", sentence)

    def test_a_wrong_group_is_refused_with_its_line(self) -> None:
        self.refuses(f"{GROUPS}[calls]\nMPIX_A(sauce)\n", "calls.txt:5: there is no group 'sauce'")

    def test_a_section_that_does_not_exist_is_refused(self) -> None:
        self.refuses("\n[cals]\nMPIX_A()\n", "calls.txt:3: there is no section [cals]")

    def test_an_argument_or_a_call_that_occurs_twice_is_refused(self) -> None:
        twice = "[calls]\nMPIX_A(a:TAG a:TAG)\n"
        self.refuses(twice, "calls.txt:2: the argument 'a' occurs twice")
        twice = "[calls]\nMPIX_A(a:TAG)\n    do\nMPIX_A(a:TAG)\n    do\n"
        self.refuses(twice, "calls.txt:4: MPIX_A occurs twice")

    def test_a_call_without_its_sentence_is_refused(self) -> None:
        self.refuses("[calls]\nMPIX_A(a:TAG)\n", "below MPIX_A is no line that says what it does")

    def test_what_is_no_call_is_refused(self) -> None:
        self.refuses("[calls]\nMPIX_A a:TAG\n", "calls.txt:2: a call is `name(arguments)`")


class Files(unittest.TestCase):
    def test_a_changed_file_and_one_that_is_not_generated_any_more_are_stale(self) -> None:
        fresh = generate.GENERATED / "arauto_mpix.f90"
        files = {fresh: "another text"}
        self.assertIn(fresh, generate.find_stale(files))
        self.assertIn(generate.GENERATED / "operations.cpp", generate.find_stale(files))

    def test_the_table_has_the_functions_of_the_mpi_that_are_defined(self) -> None:
        table = parse((generate.HERE / "calls.txt").read_text(encoding="utf-8"))
        folder = generate.HERE.parent
        sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.cpp"))
        defined = set(re.findall(r"^ARAUTO_MPI_BOTH\((\w+)\)", sources, re.M))
        small = {f"MPI_{name}" for name in defined if not name.endswith("_c")}
        self.assertEqual(small, set(table.interposed))


if __name__ == "__main__":
    unittest.main()
