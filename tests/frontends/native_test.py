# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs of gfortran 15 and later whose accessors are many, have equal numbers, or come with a
library that the program opens:
python3 native_test.py CASE ARAUTO COMPILER FOLDER, where FOLDER is for what is built."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent / "native"
MANY = 10_000
MODULES = 8


class Build:
    """Compiles and runs in a folder of its own."""

    def __init__(self, arauto: str, compiler: str, folder: Path) -> None:
        self.fc = [arauto, "fc", "--native", "--compiler", compiler, "-J", str(folder)]
        self.arauto = arauto
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def compile(self, *words: str) -> None:
        subprocess.run([*self.fc, *words], cwd=self.folder, check=True)

    def run(self, program: str, *arguments: str) -> None:
        """On images of one node, then of several."""
        for images, node in ((1, ""), (3, ""), (3, "1"), (4, "2")):
            setting = {"ARAUTO_NODE_RANKS": node} if node else {}
            subprocess.run(
                [self.arauto, "run", "-n", str(images), str(self.folder / program), *arguments],
                env=os.environ | setting,
                check=True,
                timeout=240,
            )


def collide(build: Build) -> None:
    objects = []
    for name in ("dynamics_land", "transport_energy", "collisions"):
        build.compile("-O1", "-c", str(SOURCES / f"{name}.f90"), "-o", f"{name}.o")
        objects.append(f"{name}.o")
    first, second, main = objects
    for number, order in enumerate(((first, second, main), (main, second, first))):
        build.compile(*order, "-o", f"collisions{number}")
        build.run(f"collisions{number}")


def collide_in_lto(build: Build) -> None:
    """Where the addresses of procedures say nothing: a sentence, and no wrong variable."""
    names = ("dynamics_land", "transport_energy", "collisions")
    build.compile("-O2", "-flto", *(str(SOURCES / f"{name}.f90") for name in names), "-o", "moved")
    line = [build.arauto, "run", "-n", "2", str(build.folder / "moved")]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=240)
    if done.returncode == 0 or "have the same number" not in done.stderr:
        sys.exit(f"collide_in_lto: status {done.returncode}, {done.stdout}, {done.stderr}")


def open_library(build: Build) -> None:
    build.compile("-O1", "-shared", "-fPIC", str(SOURCES / "opened.f90"), "-o", "opened.so")
    build.compile("-O1", str(SOURCES / "opening.f90"), "-o", "opening")
    build.run("opening", str(build.folder / "opened.so"))


def make_many(build: Build) -> None:
    """Each module reads each of its elements in a statement of its own."""
    each = MANY // MODULES
    lines = []
    for module in range(MODULES):
        lines += [f"module part{module}", f"integer :: a({each})[*]", "contains"]
        lines += ["integer function total(k)", "integer, intent(in) :: k", "total = 0"]
        lines += [f"total = total + a({i})[k]" for i in range(1, each + 1)]
        lines += ["end function", "end module"]
    lines += ["program many"]
    lines += [f"use part{m}, only: a{m} => a, total{m} => total" for m in range(MODULES)]
    lines += ["implicit none", "integer :: k", "k = mod(this_image(), num_images()) + 1"]
    lines += [f"a{m} = this_image() + {m}" for m in range(MODULES)]
    lines += ["sync all"]
    lines += [
        f"if (total{m}(k) /= {each} * (k + {m})) error stop 'module {m} reads wrong'"
        for m in range(MODULES)
    ]
    lines += ["sync all", "end program", ""]
    (build.folder / "many.f90").write_text("\n".join(lines))
    build.compile("-O0", "many.f90", "-o", "many")
    build.run("many")


def read_modules(build: Build) -> None:
    """Module files of `arauto` are made for this compiler, and nothing of that is left."""
    temporary = build.folder / "tmp"
    temporary.mkdir(exist_ok=True)
    os.environ["TMPDIR"] = str(temporary)
    lines = ["program p", "use, intrinsic :: iso_fortran_env, only: event_type"]
    lines += ["use arauto, only: notify_query, notify_type", "use opencoarrays, only: team_number"]
    lines += ["type(event_type) :: came[*]", "type(notify_type) :: n[*]", "integer :: count"]
    lines += ["event post (came[this_image()])", "event wait (came)"]
    lines += ["event post (n[this_image()])", "event wait (n)", "call notify_query(n, count)"]
    lines += ["if (count /= 0 .or. team_number() /= -1) error stop 'modules'", "end program", ""]
    (build.folder / "modules.f90").write_text("\n".join(lines))
    build.compile("-cpp", "-MD", "-c", "modules.f90", "-o", "modules.o")
    build.compile("modules.o", "-o", "modules")
    build.run("modules")
    needed = (build.folder / "modules.d").read_text().replace("\\\n", " ").split()
    missing = [name for name in needed[1:] if not (build.folder / name).exists()]
    left = list(temporary.iterdir())
    if left or missing:
        sys.exit(f"modules: {left} is left, and {missing} are no files")


def differ(build: Build) -> None:
    """Two programs in one job, whose accessors have other meanings."""
    text = (
        "integer :: x(4)[*], y\nx = 1\nsync all\ny = x(2)[1]\n{more}print *, 'not reached'\nend\n"
    )
    for number, more in enumerate(["", "y = y + x(3)[1]\n"]):
        source = build.folder / f"p{number}.f90"
        source.write_text(text.format(more=more))
        build.compile("-O1", str(source), "-o", f"p{number}")
    line = [build.arauto, "run", "-n", "2", "sh", "-c", f"exec {build.folder}/p$ARAUTO_RANK"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=240)
    said = done.stdout + done.stderr
    if done.returncode == 0 or "not reached" in said or "by different statements" not in said:
        sys.exit(f"differ: status {done.returncode}, {said}")


CASES = {
    "collide": collide,
    "collide_in_lto": collide_in_lto,
    "differ": differ,
    "opened": open_library,
    "many": make_many,
    "modules": read_modules,
}

if __name__ == "__main__":
    case, arauto, compiler, folder = sys.argv[1:]
    try:
        CASES[case](Build(arauto, compiler, Path(folder).resolve()))
    except subprocess.SubprocessError as fault:
        sys.exit(f"{case}: {fault}")
