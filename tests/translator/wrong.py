# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Faults of a source end with `file:line: error:` and a sentence, exit status 1, and no output
file.

wrong.py ARAUTO
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "translator"))
from coarray_translator import command as translator

NOTIFY = "use iso_fortran_env\ntype(notify_type) :: n[*]\ninteger :: a[*], b\n"
TEAMS = "use iso_fortran_env\ntype(team_type) :: t\ninteger :: a\n"
TYPES = (
    "type t\ninteger :: a\nend type\ntype u\ninteger :: a\nend type\n"
    "type(t) :: x[*]\ntype(u) :: z\n"
)
CALLS = (
    "module m\ntype t\nprocedure(), pointer, nopass :: p\ncontains\nprocedure :: f\nend type\n"
    "type u\ninteger, allocatable :: a\nclass(t), allocatable :: q\nend type\ncontains\n"
    "subroutine f(s); class(t) :: s; end; integer function g(a); integer, intent(inout) :: a; end; "
    "integer function h(a); integer, intent(inout) :: a(:); end; "
    "subroutine i(a); type(u), intent(inout) :: a; end; end module; use m; "
    "type(t) :: c[*]; type(u) :: d[*]; integer :: x(2)[*]\n"
)
CASES = {
    "corank": (
        "integer :: a(3)[2,*]\na(1)[1] = 2\nend\n",
        2,
        "'a' has corank 2 but 1 cosubscripts",
    ),
    "stat_of_another_kind": (
        "integer :: a(3)[*]\ninteger(8) :: s\nif (a(1)[1, stat=s] > 0) then\nend if\nend\n",
        3,
        "STAT=s is in the first statement of a construct, so it must be of default kind",
    ),
    "no_such_argument": (
        "integer :: a(3)[*]\nprint *, ucobound(a, dimension=1)\nend\n",
        2,
        "UCOBOUND takes coarray, dim, kind, not '(a, dimension=1)'",
    ),
    "no_coarray": ("integer :: a(3)\na(1)[1] = 2\nend\n", 2, "'a' is no coarray"),
    "notify_of_a_value": (
        NOTIFY + "b = 1 + a[1, notify=n]\nend\n",
        4,
        "here a value is read",
    ),
    "notify_of_a_get": (
        NOTIFY + "b = a[1, notify=n]\nend\n",
        4,
        "here a value is read",
    ),
    "control_in_pure": (
        "pure subroutine s\nsync all\nend\n",
        2,
        "image control statement, which a pure procedure",
    ),
    "put_in_pure": (
        "pure subroutine s(a)\ninteger, intent(inout) :: a[*]\na[1] = 2\nend\n",
        3,
        "must not define",
    ),
    "control_in_concurrent": (
        "do concurrent (i=1:3)\nsync all\nend do\nend\n",
        2,
        "DO CONCURRENT must not have",
    ),
    "not_closed": ("integer :: a(3)[*]\n\na(1)[1 = 2\nend\n", 3, "is not closed"),
    "coindexed_wait": (
        "use iso_fortran_env\ntype(event_type) :: e[*]\nevent wait (e[1])\nend\n",
        3,
        "of this image",
    ),
    "sync_all_of_what": ("sync all (3)\nend\n", 1, "SYNC ALL cannot have"),
    "no_star": ("integer, allocatable :: a(:)[:]\nallocate (a(3)[2])\nend\n", 2, "must be '*'"),
    "cobounds": (
        "integer, allocatable :: a(:)[:,:]\nallocate (a(3)[*])\nend\n",
        2,
        "corank 2 but 1 cobounds",
    ),
    "cobounds_of_none": (
        "integer, allocatable :: a(:)\nallocate (a(3)[*])\nend\n",
        2,
        "is no coarray",
    ),
    "read": ("integer :: a[*]\nread (*,*) a[1]\nend\n", 2, "READ can define"),
    "read_in_a_loop": (
        "type t\ninteger, pointer :: p\nend type\ntype(t) :: c[*]\ninteger :: x(9)\n"
        "read (*,*) n, (x(c[k]%p), k=1,n)\nend\n",
        6,
        "an implied DO of READ needs memory that another image has allocated",
    ),
    "data": (
        "integer :: a[*], x(3)\ndata (x(k), k=1,a[1]) /3*0/\nend\n",
        2,
        "DATA takes constants",
    ),
    "called_pointer": (
        CALLS + "call c[1]%p()\nend\n",
        13,
        "'p' is a procedure pointer of another image; call one of this image",
    ),
    "polymorphic_part_called": (
        CALLS + "call d[1]%q%f()\nend\n",
        13,
        "'q' is a polymorphic part of an object of another image",
    ),
    "defined_in_head": (
        CALLS + "select case (g(x(1)[2]))\nend select\nend\n",
        13,
        "a function in the first statement of a construct may define an object of another image",
    ),
    "defined_vector": (CALLS + "k = h(x([1, 2])[1])\nend\n", 13, "but it has a vector subscript"),
    "defined_allocatable": (
        CALLS + "call i(d[1])\nend\n",
        13,
        "'d[1]' is given to a procedure that defines its argument, but it has allocatable",
    ),
    "selector_keyword": ("integer :: a[*]\na[1, status=k] = 1\nend\n", 2, "no 'status='"),
    "coindexed_collective": ("integer :: a[*]\ncall co_sum(a[1])\nend\n", 2, "coindexed"),
    "team_association": (
        TEAMS + "change team (t, b[*] => a)\nend team\nend\n",
        4,
        "'a' is not the name of a coarray",
    ),
    "team_without_cobounds": (
        TEAMS + "change team (t, b => a)\nend team\nend\n",
        4,
        "must have cobounds",
    ),
    "return_from_team": (
        "subroutine s(t)\nuse iso_fortran_env\ntype(team_type) :: t\n"
        "change team (t)\nreturn\nend team\nend\n",
        5,
        "RETURN must not leave a CHANGE TEAM",
    ),
    "exit_from_team": (
        TEAMS + "do a = 1, 2\nchange team (t)\nif (a > 1) exit\nend team\nend do\nend\n",
        6,
        "EXIT must not leave a CHANGE TEAM",
    ),
    "jump_from_team": (
        TEAMS + "change team (t)\ngo to 10\nend team\n10 continue\nend\n",
        5,
        "GO TO must not leave a CHANGE TEAM",
    ),
    "two_teams": (
        TEAMS + "integer :: c[*]\na = c[1, team=t, team_number=2]\nend\n",
        5,
        "not both",
    ),
    "task_nodes": (
        "integer :: a\n!$xmp task on p(1, 2)\na = 1\n!$xmp end task\nend\n",
        2,
        "more than one dimension",
    ),
    "attached_variable": (
        "use iso_fortran_env\ntype(event_type) :: e[*]\ninteger :: a\n"
        "call event_attach(e, a)\nend\n",
        4,
        "'a' is no coarray",
    ),
    "form_team": (TEAMS + "form team (1)\nend\n", 4, "FORM TEAM takes"),
    "status": ("integer :: a[*]\nprint *, image_status()\nend\n", 2, "names no image"),
    "open_bracket": ("integer :: a[*]\n\na[1 = 2; stop\nend\n", 3, "is not closed"),
    "deep": (
        "integer :: a(4)[*]\na(1) = " + "a(" * 300 + "1" + ")[1]" * 300 + "\nend\n",
        2,
        "nested too deeply",
    ),
    "critical_keyword": ("critical (status=k)\nend critical\nend\n", 1, "CRITICAL cannot have"),
    "two_selectors": ("integer :: a(3)[*]\na(1)[1][2] = 2\nend\n", 2, "two image selectors"),
    "two_selectors_of_parts": (
        "type t\ninteger :: b\nend type\ntype(t) :: a[*]\na[1]%b[2] = 2\nend\n",
        5,
        "two image selectors",
    ),
    "subscripts_last": (
        "integer :: a(3)[*]\na[1](2) = 2\nend\n",
        2,
        "the subscripts of 'a' are before",
    ),
    "no_cosubscripts": ("integer :: a[*], b\nb = a[]\nend\n", 2, "corank 1 but 0"),
    "range_of_images": ("integer :: a[*], b\nb = a[1:2]\nend\n", 2, "selects no single image"),
    "all_images": ("integer :: a[*], b\nb = a[*]\nend\n", 2, "selects no single image"),
    "keyword_twice": (
        "integer :: a[*], b, s\nb = a[1, stat=s, stat=s]\nend\n",
        2,
        "the cosubscripts come first",
    ),
    "keyword_first": (
        "integer :: a[*], b, s\nb = a[stat=s, 1]\nend\n",
        2,
        "the cosubscripts come first",
    ),
    "crossed": ("integer :: a(3)[*]\na(1[1)] = 2\nend\n", 2, "closes nothing"),
    "closed_twice": ("integer :: a(3)[*]\na(1)[1]] = 2\nend\n", 2, "closes nothing"),
    "open_string": (
        "integer :: a(3)[*]\nprint *, 'abc, a(1)[1]\nend\n",
        2,
        "a string in",
    ),
    "to_be_continued": ("integer :: a[*]\na[1] = 3 + &\n", 2, "but the file ends"),
    "amid_comments": (
        "integer :: a[*]\n\n! a[1][2]\na &\n! [2] ( '\n\n& [1] &\n& [2] = 3\nend\n",
        4,
        "two image selectors",
    ),
    "after_line_marker": (
        'integer :: a[*]\n# 70 "other.h"\na[1, 2] = 3\nend\n',
        0,
        "other.h:70: error: 'a' has corank 1 but 2 cosubscripts",
    ),
    "static_without_star": ("integer :: a(3)[2]\nend\n", 1, "its last cobound must be '*'"),
    "star_first": ("integer :: a(3)[*,*]\nend\n", 1, "only the last may be '*'"),
    "allocatable_star": (
        "integer, allocatable :: a(:)[*]\nend\n",
        1,
        "its cobounds are declared as ':'",
    ),
    "static_deferred": ("integer :: a(3)[:]\nend\n", 1, "its last cobound must be '*'"),
    "pointer": ("integer, pointer :: a(:)[:]\nend\n", 1, "is a pointer"),
    "allocate_without": (
        "integer, allocatable :: a(:)[:]\nallocate (a(3))\nend\n",
        2,
        "ALLOCATE must give it cobounds",
    ),
    "allocate_elsewhere": (
        "type t\ninteger, allocatable :: b\nend type\ntype(t) :: a[*]\nallocate (a[1]%b)\nend\n",
        5,
        "ALLOCATE is for objects of this image",
    ),
    "deallocate_elsewhere": (
        "integer, allocatable :: a(:)[:]\ndeallocate (a[1])\nend\n",
        2,
        "DEALLOCATE is for objects of this image",
    ),
    "nullify": ("integer :: a[*]\nnullify (a[1])\nend\n", 2, "NULLIFY is for objects of this"),
    "pointer_to": (
        "integer, target :: a[*]\ninteger, pointer :: p\np => a[1]\nend\n",
        3,
        "cannot point to an object of another image",
    ),
    "do_variable": ("integer :: a[*]\ndo a[1] = 1, 3\nend do\nend\n", 2, "the variable of DO"),
    "iostat": ("integer :: a[*]\nopen (10, iostat=a[1])\nend\n", 2, "'iostat=' can define"),
    "critical_in_critical": (
        "critical\ncritical\nend critical\nend critical\nend\n",
        2,
        "CRITICAL is not allowed in a CRITICAL",
    ),
    "control_in_critical": (
        "critical\nsync all\nend critical\nend\n",
        2,
        "SYNC ALL is not allowed in a CRITICAL",
    ),
    "return_from_critical": (
        "subroutine s(k)\ncritical\nif (k > 1) return\nend critical\nend\n",
        3,
        "RETURN must not leave a CRITICAL",
    ),
    "exit_from_critical": (
        "do i = 1, 3\ncritical\nexit\nend critical\nend do\nend\n",
        3,
        "EXIT must not leave a CRITICAL",
    ),
    "open_critical": ("critical\ni = 1\nend\n", 3, "CRITICAL is not closed"),
    "open_team": (TEAMS + "change team (t)\nend program\n", 5, "CHANGE TEAM is not closed"),
    "notified_integer": (
        "integer :: a[*], n[*]\na[1, notify=n] = 2\nend\n",
        2,
        "'n' is no variable of type NOTIFY_TYPE",
    ),
    "notified_number": (
        "integer :: a[*]\na[1, notify=3] = 2\nend\n",
        2,
        "'3' is no variable",
    ),
    "posted_integer": (
        "integer :: a[*]\nevent post (a[1])\nend\n",
        2,
        "no variable of type EVENT_TYPE",
    ),
    "locked_integer": (
        "integer :: a[*]\nlock (a)\nend\n",
        2,
        "no variable of type LOCK_TYPE",
    ),
    "awaited_integer": (
        "integer :: a[*]\nnotify wait (a)\nend\n",
        2,
        "no variable of type NOTIFY_TYPE",
    ),
    "control_in_elemental": (
        "elemental subroutine s(x)\nreal, intent(in) :: x\nsync memory\nend\n",
        3,
        "SYNC MEMORY is an image control statement, which a pure procedure",
    ),
    "allocate_in_pure": (
        "pure subroutine s(x)\nreal, allocatable, intent(inout) :: x[:]\nallocate (x[*])\nend\n",
        3,
        "which a pure procedure must not have",
    ),
    "critical_in_pure": (
        "pure subroutine s\ncritical\nend critical\nend\n",
        2,
        "CRITICAL is an image control statement, which a pure procedure",
    ),
    "team_in_pure": (
        "pure subroutine s(t)\nuse iso_fortran_env\ntype(team_type), intent(in) :: t\n"
        "change team (t)\nend team\nend\n",
        4,
        "CHANGE TEAM is an image control statement, which a pure procedure",
    ),
    "notify_of_an_argument": (
        NOTIFY + "call s(a[1, notify=n])\nend\n",
        4,
        "here a value is read",
    ),
    "notify_of_a_subscript": (
        NOTIFY + "a[a[1, notify=n]] = 2\nend\n",
        4,
        "here a value is read",
    ),
    "notify_of_a_condition": (
        NOTIFY + "if (a[1, notify=n] > 0) b = 1\nend\n",
        4,
        "here a value is read",
    ),
    "corank_of_a_component": (
        "type t\nreal, allocatable :: b(:)[:,:]\nend type\ntype(t) :: a\na%b(1)[1] = 2\nend\n",
        5,
        "'b' has corank 2 but 1 cosubscripts",
    ),
    "no_coarray_component": (
        "type t\nreal, allocatable :: b(:)\nend type\ntype(t) :: a\na%b(1)[1] = 2\nend\n",
        5,
        "'b' is no coarray",
    ),
    "text_to_number": (
        'integer :: a(3)[*]\na(2)[1] = "text"\nend\n',
        2,
        "'a(2)[1]' is of type INTEGER, and the value is of type CHARACTER",
    ),
    "number_from_text": (
        "character(5) :: w[*]\ninteger :: k\nk = w[1]\nend\n",
        3,
        "'k' is of type INTEGER, and the value is of type CHARACTER",
    ),
    "number_to_logical": (
        "logical :: l[*]\nif (l) l[1] = 1 + 2\nend\n",
        2,
        "'l[1]' is of type LOGICAL, and the value is of type INTEGER",
    ),
    "text_under_mask": (
        'integer :: a(3)[*]\nwhere (a > 1) a(:)[1] = "x"\nend\n',
        2,
        "is of type INTEGER, and the value is of type CHARACTER",
    ),
    "other_type": (
        TYPES + "x[1] = z\nend\n",
        9,
        "'x[1]' is of type 't', and the value is of type 'u'",
    ),
    "other_type_constructed": (
        TYPES + "x[1] = u(1)\nend\n",
        9,
        "'x[1]' is of type 't', and the value is of type 'u'",
    ),
    "other_type_read": (
        TYPES + "z = x[1]\nend\n",
        9,
        "'z' is of type 'u', and the value is of type 't'",
    ),
    "real_cosubscript": (
        "integer :: a(3)[*]\na(1)[1.5] = 2\nend\n",
        2,
        "the cosubscript '1.5' is of type REAL, not INTEGER",
    ),
    "real_image": (
        "real :: r\nsync images (r)\nend\n",
        2,
        "SYNC IMAGES: 'r' is of type REAL, not INTEGER",
    ),
    "shapes": (
        "integer :: a(3)[*], b(2)\na(1:3)[1] = b(1:2)\nend\n",
        2,
        "'a(1:3)[1]' has 3 elements in dimension 1, and the value has 2",
    ),
    "shapes_by_constants": (
        "integer, parameter :: n = 4, m = 2*n - 1\ninteger :: a(n)[*], b(m)\n"
        "b(::2) = a(2:)[1]\nend\n",
        3,
        "'b(::2)' has 4 elements in dimension 1, and the value has 3",
    ),
    "shapes_of_a_list": (
        "integer :: a(3)[*]\na(:)[1] = [1, 2]\nend\n",
        2,
        "'a(:)[1]' has 3 elements in dimension 1, and the value has 2",
    ),
    "ranks": (
        "integer :: a(3, 3)[*]\na(:, 1)[1] = a\nend\n",
        2,
        "'a(:, 1)[1]' has rank 1, and the value has rank 2",
    ),
    "array_to_element": (
        "integer :: a(3)[*]\na(1)[1] = a\nend\n",
        2,
        "'a(1)[1]' is one element, and the value has rank 1",
    ),
    "no_coextent": (
        "integer, parameter :: n = 0\ninteger :: a[n, *]\nend\n",
        2,
        "the cobounds of 'a' leave no image: codimension 1 is 1:0",
    ),
    "no_coextent_allocated": (
        "integer, allocatable :: a(:)[:, :]\nallocate (a(3)[2:1, *])\nend\n",
        2,
        "leave no image: codimension 1 is 2:1",
    ),
    "loop_ends_with_two": (
        "integer :: a[*], i\nreal(8) :: x\ndo 10 i = 1, 3\nif (i == 2) go to 10\n"
        "10 a[1] = x + 1\nend\n",
        5,
        "the statement with label 10 ends a loop, and GO TO leads to it",
    ),
    "version": ("module_of_another_version", 2, "is of version 1, not 3"),
    "list": ("module_that_is_a_list", 2, "cannot be read"),
    "binary": ("module_of_bytes", 2, "cannot be read"),
    "folder": ("module_folder", 2, "cannot be read"),
    "summary": ("module_user", 2, "cannot be read"),
}
# Right programs that are close to such faults.
RIGHT = (
    TYPES + "type(t) :: y\ninteger, parameter :: n = 4, m = 2*n - 1\n"
    "integer :: a(3)[*], b(2), c(n)[*], d(m), k, g(2, 2)[*]\nreal :: r, s(3)\n"
    "logical :: l[*]\ncharacter(5) :: w[*], v\nclass(t), allocatable :: p[:]\n"
    "x[1] = y\nx[1] = t(1)\ny = x[1]\np[1] = t(2)\na(1)[int(r)] = 2\na(1:2)[1] = b\n"
    "c(1:4)[k] = d(:n)\nc(1:4:2)[k] = d(1:2)\nc(n:1:-1)[1] = d(1:4)\nb(1:2) = a(2:3)[1]\n"
    "g[1] = b(1)\nl[1] = .not. l\nl[1] = k > 2\nw[1] = v//'x'\nw[1] = trim(v)\n"
    "a(1)[1] = 2.5*r\na(1)[1] = (1., 2.)\na(:)[1] = s\na(1)[1] = -r + 1.5e-3*k\n"
    "a(1)[1] = transfer(r, 1)\na(:)[1] = [k, k + 1, 3]\na(:)[1] = [(k, k = 1, 3)]\n"
    "sync images ([1, 2])\nassociate (z => a(2:3), e => c)\nz(:)[1] = b\ne(3:)[1] = b\n"
    "end associate\nend\n"
)
# Contents of the summaries of modules, by the case that uses the module.
SUMMARIES = {
    "summary": b"{ no summary",
    "version": b'{"version": 1, "module": "broken"}',
    "list": b"[1, 2]",
    "binary": b"\xff\xfe\x00{",
    "folder": None,
}
FIXED = {
    "fixed_corank": (
        "C     a[1][2]\n      integer a(3)[*]\n* ( [\n      a(1)[1,\n     &2] = 3\n      end\n",
        4,
        "'a' has corank 1 but 2 cosubscripts",
    ),
    "fixed_columns": (
        "      integer a(3)[*]\n"
        "      a(1)[1                                                            ] = 2\n"
        "      end\n",
        2,
        "is not closed",
    ),
    "fixed_exclamation": (
        "      integer a(3)[*]\n      a(1)[1\n     ![2] = 3\n      end\n",
        2,
        "is not closed",
    ),
}


# Also through the command itself, which takes a second for each on a busy machine.
BY_COMMAND = {"corank", "not_closed", "summary", "fixed_corank"}


def translate(arauto: str, words: list[str], is_by_command: bool) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    if is_by_command:
        command = [arauto, "translate", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = translator.run(words)
    out.seek(0)
    return status, out.read(), err.getvalue()


def check(arauto: str, name: str, folder: Path) -> str:
    """Names what is wrong with a case; empty when nothing is."""
    text, line, words = {**CASES, **FIXED}[name]
    if name in SUMMARIES:
        summary = folder / f"{name}_module.coarrays"
        if SUMMARIES[name] is None:
            summary.mkdir()
        else:
            summary.write_bytes(SUMMARIES[name])
        text = f"program p\nuse {name}_module\nsync all\nend\n"
    source = folder / f"{name}.{'f' if name in FIXED else 'f90'}"
    source.write_text(text)
    output = folder / "out"
    status, said, errors = translate(arauto, [str(source), "-o", str(output)], name in BY_COMMAND)
    start = f"{source}:{line}: error: " if line else words
    if status != 1 or not errors.startswith(start) or words not in errors:
        return f"{name}: status {status}, wanted '{start}...{words}':\n{errors}"
    if said or (output / source.name).exists():
        return f"{name}: something was written"
    return ""


def check_command(arauto: str, words: list[str], status: int, says: str) -> str:
    done = subprocess.run([arauto, *words], capture_output=True, text=True, check=False)
    if done.returncode != status or says not in done.stderr + done.stdout:
        return f"{words}: status {done.returncode}\n{done.stderr}{done.stdout}"
    return ""


def check_right(arauto: str, folder: Path) -> str:
    source = folder / "right.f90"
    source.write_text(RIGHT)
    status, _, errors = translate(arauto, [str(source)], False)
    return f"right: status {status}\n{errors}" if status != 0 else ""


def check_compiler(arauto: str, folder: Path) -> str:
    """Checks that a program which gfortran alone would get wrong is refused."""
    source = folder / "parts.f90"
    source.write_text(
        "subroutine s(d, v)\ntype :: t\ninteger :: x\nend type\nclass(t) :: d(:)[*]\n"
        "integer :: v(2)\ncall co_sum(d(1:2)%x)\nend subroutine\n"
    )
    words = ["fc", "--translate", "--compiler", "gfortran", "-c", str(source)]
    return check_command(arauto, words, 1, f"{source}:7: error: CO_SUM: 'd(1:2)%x' is a part of")


def main() -> int:
    arauto = sys.argv[1]
    with tempfile.TemporaryDirectory() as made:
        faults = [check(arauto, name, Path(made)) for name in (*CASES, *FIXED)]
        faults.append(check_compiler(arauto, Path(made)))
        faults.append(check_right(arauto, Path(made)))
    faults += [
        check_command(arauto, ["translate", "--help"], 0, "usage"),
        check_command(arauto, ["translate"], 2, "usage"),
        check_command(arauto, ["translate", "--wrong", "x.f90"], 2, "no option '--wrong'"),
        check_command(arauto, ["translate", "none.f90"], 1, "none.f90: error: cannot be read"),
        check_command(arauto, ["translate", "--count", "none.f90"], 1, "cannot be read"),
        check_command(
            arauto,
            ["fc", "--translate", "--compiler", "no-such", "x.f90"],
            127,
            "cannot be started",
        ),
    ]
    faults = [fault for fault in faults if fault]
    print("\n".join([*faults, f"{len(CASES) + len(FIXED) + 7} cases, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
