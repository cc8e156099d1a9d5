# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The summary at the end of configuring: its lines for network, MPIs and compilers, where each is
there and where it is missing; and that of this build: summary.py BUILD CMAKE."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "cmake" / "arauto_summary.cmake"
BUILD, CMAKE = Path(), ""

ALWAYS = {
    "PROJECT_VERSION": "1.2.3",
    "CMAKE_CXX_COMPILER_ID": "GNU",
    "CMAKE_CXX_COMPILER_VERSION": "12.2.0",
    "CMAKE_CXX_COMPILER": "/usr/bin/c++",
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_GENERATOR": "Ninja",
}
FOUND = {
    "ARAUTO_LIBFABRIC_INCLUDE": "/opt/ofi/include",
    "ARAUTO_LIBFABRIC": "/opt/ofi/lib/libfabric.so.1",
    "ARAUTO_MPIS": "openmpi;mpich",
    "ARAUTO_MPICC_openmpi": "/usr/bin/mpicc.openmpi",
    "ARAUTO_MPICC_mpich": "/usr/bin/mpicc.mpich",
    "ARAUTO_GFORTRAN": "/usr/bin/gfortran",
    "ARAUTO_GFORTRAN_MAJOR": "12",
    "Python3_Interpreter_FOUND": "TRUE",
    "Python3_VERSION": "3.11.2",
    "Python3_EXECUTABLE": "/usr/bin/python3",
}
# CMake then looks in no folder of the system, and finds no library.
NOWHERE = {
    "CMAKE_FIND_USE_CMAKE_SYSTEM_PATH": "OFF",
    "CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH": "OFF",
}


def lines_of(text: str) -> dict[str, str]:
    """The lines by their titles."""
    head, *lines = text.splitlines()
    assert head.startswith("Arauto ") and head.endswith(" is built with"), head
    return {line[2:14].strip(): line[14:] for line in lines}


class Summary(unittest.TestCase):
    def summary(self, **variables: str) -> dict[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "configure.cmake"
            # CMAKE_BINARY_DIR is the folder where CMake runs.
            settings = [f'set({name} "{value}")' for name, value in {**ALWAYS, **variables}.items()]
            script.write_text("\n".join([*settings, f'include("{SCRIPT}")\n']))
            done = subprocess.run(
                [CMAKE, "-P", script],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            text = (Path(folder) / "summary").read_text()
            self.assertEqual(done.stdout.strip(), f"-- {text.strip()}")
        return lines_of(text)

    def test_each_thing_that_is_there_has_its_place(self) -> None:
        lines = self.summary(**FOUND)
        self.assertEqual(
            lines,
            {
                "network": "libfabric by /opt/ofi/include/rdma; the library itself is loaded when "
                "a job needs it",
                "MPIs": "openmpi (/usr/bin/mpicc.openmpi), mpich (/usr/bin/mpicc.mpich)",
                "C, C++": "GNU 12.2.0 (/usr/bin/c++)",
                "Fortran": "gfortran 12 (/usr/bin/gfortran)",
                "Python": "3.11.2 (/usr/bin/python3)",
                "build type": "Release, with Ninja",
            },
        )

    def test_each_thing_that_is_missing_says_how_to_get_it(self) -> None:
        lines = self.summary()
        for title, without, remedy in (
            ("network", "none: jobs stay on one machine.", "libfabric-dev"),
            ("MPIs", "none: libarauto_mpi is not built.", "-DARAUTO_MPI_COMPILERS="),
            ("Fortran", "none: C, C++ and MPI only.", "Install gfortran"),
            ("Python", "none: no pages of the manual, no tests;", "(Debian: python3)"),
        ):
            self.assertTrue(lines[title].startswith(without), lines[title])
            self.assertIn(remedy, lines[title])

    def test_headers_without_the_library_are_not_enough(self) -> None:
        lines = self.summary(ARAUTO_LIBFABRIC_INCLUDE="/opt/ofi/include", **NOWHERE)
        self.assertTrue(
            lines["network"].endswith("; this machine lacks it (Debian: libfabric1)"),
            lines["network"],
        )

    def test_this_build_has_one(self) -> None:
        lines = lines_of((BUILD / "summary").read_text())
        self.assertEqual(
            list(lines), ["network", "MPIs", "C, C++", "Fortran", "Python", "build type"]
        )
        self.assertTrue(all(lines.values()), lines)


if __name__ == "__main__":
    BUILD, CMAKE = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=sys.argv[:1])
