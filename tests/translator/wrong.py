# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Faults of a source end with `file:line: error:` and a sentence, exit status 1, and no output
file.

wrong.py ARAUTO
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

NOTIFY = "use iso_fortran_env\ntype(notify_type) :: n[*]\ninteger :: a[*], b\n"
TEAMS = "use iso_fortran_env\ntype(team_type) :: t\ninteger :: a\n"
CASES = {
    "corank": (
        "integer :: a(3)[2,*]\na(1)[1] = 2\nend\n",
        2,
        "'a' has corank 2 but 1 cosubscripts",
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
    "read": ("integer :: a[*]\nread (*,*) a[1]\nend\n", 2, "READ defines"),
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
    "summary": ("module_user", 2, "cannot be read"),
}


def check(arauto: str, name: str, folder: Path) -> str:
    """What is wrong, or nothing."""
    text, line, words = CASES[name]
    if name == "summary":
        (folder / "broken.coarrays").write_text("{ no summary")
        text = "program p\nuse broken\nsync all\nend\n"
    source = folder / f"{name}.f90"
    source.write_text(text)
    output = folder / "out"
    command = [arauto, "translate", str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    start = f"{source}:{line}: error: "
    if done.returncode != 1 or not done.stderr.startswith(start) or words not in done.stderr:
        return f"{name}: status {done.returncode}, wanted '{start}...{words}':\n{done.stderr}"
    if done.stdout or (output / source.name).exists():
        return f"{name}: something was written"
    return ""


def check_command(arauto: str, words: list[str], status: int, says: str) -> str:
    done = subprocess.run([arauto, *words], capture_output=True, text=True, check=False)
    if done.returncode != status or says not in done.stderr + done.stdout:
        return f"{words}: status {done.returncode}\n{done.stderr}{done.stdout}"
    return ""


def main() -> int:
    arauto = sys.argv[1]
    with tempfile.TemporaryDirectory() as made:
        faults = [check(arauto, name, Path(made)) for name in CASES]
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
    print("\n".join([*faults, f"{len(CASES) + 6} cases, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
