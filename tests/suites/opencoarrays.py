# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""OpenCoarrays' own checkout: its CMakeLists.txt names the tests with their numbers of images, and
those below src/tests the sources of each."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from programs import Program
from sources import in_order, uses

CALL = re.compile(r"^[ \t]*(\w+)[ \t]*\(([^()]*)\)", re.M)
UTILITIES = ["-DUSE_ASSERTIONS=.true.", "-DHAVE_ERROR_STOP_IN_PURE", "-DHAVE_VARIABLE_STOP_CODE"]
PASS = re.compile("Test passed.", re.S)  # as in the suite, where the dot stands for any character


def calls(path: Path, *names: str) -> list[tuple[str, list[str]]]:
    """Calls of CMake's functions, without comments."""
    text = re.sub(r"#.*", "", path.read_text(errors="replace"))
    return [(name, words.split()) for name, words in CALL.findall(text) if name in names]


def sources_of_targets(tests: Path) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in sorted(tests.rglob("CMakeLists.txt")):
        for _, words in calls(path, "caf_compile_executable"):
            found.setdefault(words[0], [path.parent / word for word in words[1:]])
        for _, (target, *_) in calls(path, "add_executable"):
            found.setdefault(target, sources_of_folder(path))
    return found


def sources_of_folder(path: Path) -> list[Path]:
    """Those of an executable that is linked with libraries of its folder."""
    words = [
        w for _, (_, *all_words) in calls(path, "add_library", "add_executable") for w in all_words
    ]
    places = [word.replace("${library_directory}", "library") for word in words]
    files = [path.parent / place for place in places if place.lower().endswith(".f90")]
    return [file for file in files if file.exists()]


def utilities(tests: Path) -> list[Path]:
    return sorted((tests / "utilities").glob("*.[fF]90"))


def included(sources: list[Path], folder: Path) -> list[str]:
    """The file that CMake would choose for GNU Fortran, where sources include it."""
    for path in sources:
        for parent in (path.parent, path.parent.parent):
            chosen = parent / "include-files" / "gfortran_capabilities.txt"
            if chosen.exists():
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copy(chosen, folder / "compiler_capabilities.txt")
                return [f"-I{folder}"]
    return []


def programs(checkout: Path, folder: Path, has_mpi: bool) -> list[Program]:
    """@param folder for files that CMake would make; has_mpi: the compiler is an MPI's"""
    tests = checkout / "src" / "tests"
    targets = sources_of_targets(tests)
    all_programs = []
    for _, (name, *words) in calls(checkout / "CMakeLists.txt", "add_caf_test"):
        images = int(words.pop(0)) if words[0].isdigit() else 2
        target, *arguments = words
        if target not in targets:
            continue
        sources = targets[target]
        options = included(sources, folder / "included")
        if any(uses(path, "oc_assertions_interface") for path in sources):
            sources = [*utilities(tests), *sources]
            options += UTILITIES
        text = "".join(path.read_text(errors="replace").lower() for path in sources)
        needs_mpi = any(uses(path, "mpi") for path in sources) or "'mpif.h'" in text
        all_programs.append(
            Program(
                name,
                in_order(sources),
                images,
                options,
                arguments,
                is_judged_by_status=False,
                output=PASS,
                why_not="it calls MPI, and the compiler is not an MPI's"
                if needs_mpi and not has_mpi
                else "",
            )
        )
    return all_programs
