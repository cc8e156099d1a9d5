# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The command without `run`: the options that fc, cc and cxx add, info, and unknown options.

In the gate (ARAUTO_TEST_TIER=gate) valgrind is started in one of two ways.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tier import IS_GATE

ARAUTO = os.environ.get("ARAUTO", "arauto")
LIKE_CXI = os.environ.get("ARAUTO_TEST_WRITEDATA", "")  # the folder of that libfabric
PREFIX = Path(ARAUTO).resolve().parent.parent
HALO = ["-Wl,--push-state,--as-needed", "-larauto_halo", "-Wl,--pop-state"]
LINK = [f"-L{PREFIX}/lib", *HALO, "-larauto", f"-Wl,-rpath,{PREFIX}/lib"]
CAF_LINK = [LINK[0], "-lcaf_arauto", *LINK[1:]]


def arauto(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ARAUTO_", "FI_"))}
    return subprocess.run(
        [ARAUTO, *words],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env={**clean, **environment},
    )


def fake_compiler(
    folder: str, version: str, name: str = "a-compiler", is_gnu: bool = True, rest: str = "exit 0"
) -> str:
    """Write a compiler that says what it is, and runs a line of shell for all else."""
    said = f"GNU Fortran (Debian) {version}" if is_gnu else f"flang version {version}"
    path = Path(folder) / name
    path.write_text(
        f'#!/bin/sh\ncase $1 in\n--version) echo "{said}" ;;\n-dumpversion) echo {version} ;;\n'
        f"*) {rest} ;;\nesac\n"
    )
    path.chmod(0o755)
    return str(path)


REAL_FORTRAN = shutil.which("gfortran")


PROGRAM_IN_C = (
    '#include "arauto/arauto.h"\n#include <stdio.h>\n'
    "int main(void) { if (arauto_init() < 0) return 1;"
    ' printf("%d\\n", arauto_size()); return 0; }\n'
)


class Compilers(unittest.TestCase):
    """A wrapper adds what is needed and nothing else."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.fortran = fake_compiler(self.folder, "12.2.0")

    def shown(self, *words: str, **environment: str) -> list[str]:
        """Return what the wrapper would run, after the compiler's name."""
        result = arauto(words[0], "--show", *words[1:], ARAUTO_FC=self.fortran, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return shlex.split(result.stdout)[1:]

    def test_fc_links_a_program(self) -> None:
        words = ["-O2", "a.f90", "-o", "a"]
        self.assertEqual(self.shown("fc", *words), ["-fcoarray=lib", *words, *CAF_LINK])

    def test_fc_compiles_without_linking(self) -> None:
        for stop in ("-c", "-S", "-E", "-fsyntax-only", "-M"):
            with self.subTest(stop):
                words = [stop, "a.f90"]
                self.assertEqual(self.shown("fc", *words), ["-fcoarray=lib", *words])

    def test_fc_without_input_links_nothing(self) -> None:
        for words in (["-v"], ["--version"], ["-o", "a"], ["-J", "modules"]):
            with self.subTest(words):
                self.assertEqual(self.shown("fc", *words), ["-fcoarray=lib", *words])

    def test_options_with_an_input_link(self) -> None:
        for words in (["-v", "a.f90"], ["-MD", "a.f90"], ["-x", "f95", "-"], ["a.o"]):
            with self.subTest(words):
                self.assertEqual(self.shown("fc", *words)[-len(CAF_LINK) :], CAF_LINK)

    def test_the_users_choice_of_coarrays_stands(self) -> None:
        single = ["-fcoarray=single", "a.f90"]
        self.assertEqual(self.shown("fc", *single), single)
        library = ["-fcoarray=lib", "a.f90"]
        self.assertEqual(self.shown("fc", *library), [*library, *CAF_LINK])
        both = ["-fcoarray=lib", "-fcoarray=none", "a.f90"]
        self.assertEqual(self.shown("fc", *both), both)

    def test_a_single_image_is_told(self) -> None:
        for single in ("single", "none"):
            option = f"-fcoarray={single}"
            told = arauto("fc", "-fcoarray=lib", option, "a.f90", ARAUTO_FC=self.fortran)
            self.assertEqual(told.returncode, 0)
            self.assertIn(f"with {option} the program is a single image", told.stderr)
            for words in ([option, "-fcoarray=lib", "a.f90"], [option, "-c", "a.f90"], [option]):
                with self.subTest(words):
                    told = arauto("fc", *words, ARAUTO_FC=self.fortran)
                    self.assertEqual((told.returncode, told.stderr), (0, ""))
            quiet = arauto("fc", option, "-w", "a.f90", ARAUTO_FC=self.fortran)
            self.assertEqual(quiet.stderr, "")

    def test_native_programs_lie_at_random_addresses(self) -> None:
        """Unless the user's words, which come later, say something else."""
        self.fortran = fake_compiler(self.folder, "16.2.0", name="gfortran-16")
        words = ["a.f90", "-no-pie"]
        shown = self.shown("fc", "--native", *words)
        assembler = f"-B{PREFIX}/lib/arauto/as/"
        self.assertEqual(shown[:6], ["-fcoarray=lib", "-fPIE", "-pie", assembler, *words])

    def test_c_and_cxx(self) -> None:
        include = f"-I{PREFIX}/include"
        self.assertEqual(self.shown("cc", "a.c"), [include, "a.c", *LINK])
        self.assertEqual(self.shown("cxx", "-c", "a.cpp"), [include, "-c", "a.cpp"])

    def test_programs_of_mpi(self) -> None:
        include = f"-I{PREFIX}/include"
        compiled = arauto("cc", "--mpi", "--show", "-c", "a.c").stdout
        self.assertEqual(shlex.split(compiled), ["mpicc", include, "-c", "a.c"])
        chosen = arauto("fc", "--mpi", "--show", "--compiler", "nice mpif90", "-c", "a.f90").stdout
        self.assertEqual(shlex.split(chosen), ["nice", "mpif90", "-c", "a.f90"])
        none = arauto("cc", "--mpi", "--compiler", "gcc -nostdinc", "a.c")
        self.assertEqual((none.returncode, none.stdout), (127, ""))
        self.assertIn("finds no mpi.h", none.stderr)
        for kind in ("openmpi", "mpich"):
            library = Path(f"{PREFIX}/lib/libarauto_mpi_{kind}.so")
            if shutil.which(f"mpicc.{kind}") and library.exists():
                shown = arauto("cc", "--mpi", "--show", "--compiler", f"mpicc.{kind}", "a.c").stdout
                link = ["-Wl,--no-as-needed", f"-L{PREFIX}/lib", f"-larauto_mpi_{kind}"]
                link.append(f"-Wl,-rpath,{PREFIX}/lib")
                self.assertEqual(shlex.split(shown), [f"mpicc.{kind}", include, "a.c", *link])

    def test_words_come_back_from_the_shell_as_they_were(self) -> None:
        words = ["-DX='a b'", "-o", "it's", "a file.f90"]
        self.assertEqual(self.shown("fc", *words)[1:5], words)

    def test_the_compiler_is_chosen_by_option_then_environment(self) -> None:
        shown = arauto("cc", "--show", "--compiler", "nice cc", "a.c", ARAUTO_CC="other").stdout
        self.assertEqual(shlex.split(shown)[:2], ["nice", "cc"])
        shown = arauto("cc", "--show", "a.c", ARAUTO_CC="other").stdout
        self.assertEqual(shlex.split(shown)[0], "other")
        result = arauto("cc", "a.c", ARAUTO_CC="no-such-compiler")
        self.assertEqual(result.returncode, 127)
        self.assertIn("'no-such-compiler' cannot be started", result.stderr)

    def test_a_compiler_is_what_it_says_and_not_what_it_is_called(self) -> None:
        for name in ("mpifort", "ifort", "my-flang", "wrapper"):
            gfortran = fake_compiler(self.folder, "13.2.0", name)
            shown = arauto("fc", "--show", "a.f90", ARAUTO_FC=gfortran)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            self.assertEqual(shlex.split(shown.stdout)[1:], ["-fcoarray=lib", "a.f90", *CAF_LINK])

    def test_a_compiler_called_gfortran_may_be_another(self) -> None:
        other = fake_compiler(self.folder, "22.1.0", "gfortran", is_gnu=False)
        shown = self.translated("--show", "a.f90", ARAUTO_FC=other, ARAUTO_CC="false")
        self.assertEqual((shown.returncode, shown.stdout), (1, ""))
        self.assertIn("gfortran' has no ISO_Fortran_binding.h", shown.stderr)  # for the translator

    def test_each_gfortran_gets_its_library(self) -> None:
        for version, library in (("12", ""), ("14", ""), ("15", "15"), ("16", "16")):
            gfortran = fake_compiler(self.folder, version)
            native = [["--native"], ["--native", "-fcoarray=lib"]]
            for option in native if version == "15" else [[], *native]:
                shown = arauto("fc", "--show", *option, "a.f90", ARAUTO_FC=gfortran)
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
                self.assertIn(f"-lcaf_arauto{library}", shlex.split(shown.stdout))

    @unittest.skipIf(
        REAL_FORTRAN is None or bool(os.environ.get("ARAUTO_TEST_SANITIZE")),
        "translating needs gfortran, and a library without a sanitizer",
    )
    def test_gfortran_15_is_translated_for(self) -> None:
        calls = Path(self.folder) / "calls"
        rest = f'echo "$*" >>{calls}; exec {REAL_FORTRAN} "$@" -O0'
        newer = fake_compiler(self.folder, "15.2.0", "gfortran", rest=rest)
        (Path(self.folder) / "sum.f90").write_text(
            "integer :: a[*]\na = this_image()\nsync all\n"
            "if (a[num_images()] /= num_images()) error stop 'wrong'\nend\n"
        )
        program = f"{self.folder}/sum"
        options = {f"{program}-own": (), f"{program}-lib": ("-fcoarray=lib",)}
        with ThreadPoolExecutor() as pool:  # as `make -j` does
            pending = {
                made: pool.submit(
                    self.translated, *words, f"{program}.f90", "-o", made, ARAUTO_FC=newer
                )
                for made, words in options.items()
            }
        for made, compilation in pending.items():
            built = compilation.result()
            self.assertEqual(built.returncode, 0, built.stderr)
            said = [line for line in built.stderr.splitlines() if line.startswith("arauto")]
            self.assertEqual(len(said), 1, said)
            self.assertRegex(said[0], "gfortran' is GNU Fortran 15, .* translated first")
            ran = arauto("run", "-n", "3", made)
            self.assertEqual((ran.returncode, ran.stdout), (0, ""), ran.stderr)
        modules = [
            line for line in calls.read_text().splitlines() if "arauto_translated.f90" in line
        ]
        self.assertEqual(len(modules), 1, "the module is compiled once, also when two want it")

    def test_newer_compilers_are_left_alone_where_no_library_is_called(self) -> None:
        newer = fake_compiler(self.folder, "16")
        for words in (["-fcoarray=single", "a.f90"], ["-E", "a.F90"], ["--version"]):
            shown = arauto("fc", "--show", *words, ARAUTO_FC=newer)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            self.assertEqual(shlex.split(shown.stdout)[-len(words) :], words)

    def translated(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `arauto fc`; what the translator compiles once for each compiler goes to a folder."""
        return arauto("fc", *words, XDG_CACHE_HOME=self.folder, **environment)

    def test_a_program_in_c_is_built_and_runs(self) -> None:
        if os.environ.get("ARAUTO_TEST_SANITIZE"):
            self.skipTest("a library with a sanitizer needs a program with it")
        source = Path(self.folder) / "a.c"
        source.write_text(PROGRAM_IN_C)
        program = str(source.with_suffix(""))
        built = arauto("cc", str(source), "-o", program)
        self.assertEqual(built.returncode, 0, built.stderr)
        ran = arauto("run", "-n", "2", program)
        self.assertEqual((ran.returncode, ran.stdout), (0, "2\n2\n"), ran.stderr)

    @unittest.skipIf(bool(os.environ.get("ARAUTO_TEST_SANITIZE")), "sanitizers are never static")
    def test_static_programs(self) -> None:
        c_source = Path(self.folder) / "a.c"
        c_source.write_text(PROGRAM_IN_C)
        sources = {"cc": c_source}
        if REAL_FORTRAN is not None and self.is_native():
            sources["fc"] = Path(self.folder) / "b.f90"
            sources["fc"].write_text(
                "integer, save :: a[*]\ninteger :: s\na = this_image()\nsync all\ns = a[1] * 2\n"
                "call co_sum(s)\nif (s /= 2 * num_images()) error stop\n"
                "print '(i0)', num_images()\n"
                "end\n"
            )
        for command, source in sources.items():
            with self.subTest(command):
                program = str(source.with_suffix(""))
                built = arauto(command, "-static", str(source), "-o", program)
                self.assertEqual(built.returncode, 0, built.stderr)
                parts = subprocess.run(["readelf", "-l", program], capture_output=True, text=True)
                self.assertNotIn("INTERP", parts.stdout)
                ran = arauto("run", "-n", "2", program)
                self.assertEqual((ran.returncode, ran.stdout), (0, "2\n2\n"), ran.stderr)

    def is_native(self) -> bool:
        """Whether gfortran here is one that libcaf_arauto serves."""
        said = subprocess.run([REAL_FORTRAN, "-dumpversion"], capture_output=True, text=True)
        return int(said.stdout.split(".")[0]) <= 14

    @unittest.skipIf(shutil.which("valgrind") is None, "valgrind is not installed")
    @unittest.skipIf(bool(os.environ.get("ARAUTO_TEST_SANITIZE")), "valgrind or a sanitizer")
    def test_valgrind_gets_a_small_heap(self) -> None:
        source = Path(self.folder) / "a.c"
        source.write_text(PROGRAM_IN_C)
        program = str(source.with_suffix(""))
        built = arauto("cc", "-g", str(source), "-o", program)
        self.assertEqual(built.returncode, 0, built.stderr)
        valgrind = ["valgrind", "--error-exitcode=9", program]
        environment = {**os.environ, "ARAUTO_NUM_IMAGES": "2"}
        environment.pop("ARAUTO_HEAP_SIZE", None)
        starts = ([ARAUTO, "run", "-n", "2", *valgrind], valgrind)
        for start in starts[:1] if IS_GATE else starts:
            with self.subTest(start):
                ran = subprocess.run(start, capture_output=True, text=True, env=environment)
                self.assertEqual((ran.returncode, ran.stdout), (0, "2\n2\n"), ran.stderr)
                # It reports large pieces of memory.
                for first, end in re.findall(r"range \[0x(\w+), 0x(\w+)\)", ran.stderr):
                    self.assertLess(int(end, 16) - int(first, 16), 4 << 30, ran.stderr)


class Installed(unittest.TestCase):
    """The files that `cmake --install` leaves work from their own folder."""

    def test_a_coarray_program_is_built_and_runs(self) -> None:
        build = os.environ.get("ARAUTO_BUILD", "")
        if not build or os.environ.get("ARAUTO_TEST_SANITIZE") or not shutil.which("gfortran"):
            self.skipTest("needs a build folder without sanitizers, and gfortran")
        with tempfile.TemporaryDirectory() as folder:
            prefix = Path(folder) / "prefix"
            subprocess.run(
                ["cmake", "--install", build, "--prefix", str(prefix)],
                check=True,
                capture_output=True,
                timeout=240,
            )
            source = Path(folder) / "sum.f90"
            source.write_text(
                "integer :: a[*]\na = this_image()\nsync all\nprint '(i0)', a[num_images()]\nend\n"
            )
            command = [str(prefix / "bin" / "arauto")]
            # Some systems link so by default; libcaf_arauto must find libarauto by itself then.
            flags = ["-Wl,--as-needed", str(source), "-o", str(source.with_suffix(""))]
            subprocess.run([*command, "fc", *flags], check=True, timeout=240)
            ran = subprocess.run(
                [*command, "run", "-n", "3", str(source.with_suffix(""))],
                capture_output=True,
                text=True,
                timeout=240,
                check=False,
            )
            self.assertEqual((ran.returncode, ran.stdout), (0, "3\n3\n3\n"), ran.stderr)


class Doctor(unittest.TestCase):
    """`arauto doctor --install` shows what is installed, and how to get the rest."""

    def test_each_thing_is_there_or_has_a_remedy(self) -> None:
        told = arauto("doctor", "--install", ARAUTO_FC="no-such-fortran")
        self.assertEqual(told.returncode, 1, told.stderr)
        first, *lines = told.stdout.splitlines()
        self.assertIn(str(PREFIX), first)
        found = {line.split()[0]: line.split(None, 2)[1:] for line in lines}
        names = {
            "commit",
            "network",
            "libarauto",
            "MPIs",
            "libfabric",
            "fc",
            "cc",
            "cxx",
            "launchers",
            "ptrace",
        }
        self.assertLessEqual(names | {"/dev/shm", "memlock"}, set(found))
        self.assertEqual(found["fc"][0], "missing")
        self.assertIn("install gfortran, or name a compiler in ARAUTO_FC", found["fc"][1])
        self.assertEqual(found["libarauto"], ["ok", f"{PREFIX}/lib"])
        for state, text in found.values():
            self.assertIn(state, ("ok", "missing"))
            self.assertTrue(text)

    def test_a_whole_installation_is_well(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            fortran = fake_compiler(folder, "12.2.0")
            told = arauto("doctor", "--install", ARAUTO_FC=fortran)
        self.assertEqual(told.returncode, 0, told.stdout)
        self.assertRegex(told.stdout, r"fc +ok +.*a-compiler: GNU Fortran \(Debian\) 12.2.0")
        self.assertRegex(told.stdout, r"commit +(ok +[0-9a-f]{12}|missing +it was not built)")
        info = {line["name"]: line for line in json.loads(arauto("info", "--json").stdout)}
        if info["ofi"]["value"] == "libfabric":
            self.assertIn(f"ok       {info['network']['help']}\n", told.stdout)
            provider = info["network"]["help"].split(" over ")[0]
            self.assertRegex(info["providers"]["value"], rf"^\d+\.\d+: .*{re.escape(provider)}")
            self.assertIn(f"ok       {info['providers']['value']}\n", told.stdout)
        wrong = arauto("doctor", "--all")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))

    def test_each_mpi_has_its_version_and_its_library(self) -> None:
        cases = (
            ("openmpi 4 1 4", "openmpi 4.1.4"),
            ('mpich "4.0.2"', "mpich 4.0.2"),
            ("abi 1 0", "abi 1.0"),
            ("", "it finds no mpi.h"),
        )
        for said, shown in cases:
            with self.subTest(shown), tempfile.TemporaryDirectory() as folder:
                rest = f"echo 'arauto_found {said}'" if said else "exit 1"
                fake_compiler(folder, "12.2.0", name="mpicc_abi", rest=rest)
                told = arauto("doctor", "--install", PATH=f"{folder}:{os.environ['PATH']}")
                (line,) = re.findall(r"^  mpicc_abi +(.*)$", told.stdout, re.M)
                library = PREFIX / "lib" / f"libarauto_mpi_{shown.split()[0]}.so"
                self.assertEqual(line.split()[0], "ok" if library.exists() else "missing")
                self.assertIn(shown, line)


class Words(unittest.TestCase):
    """Information, help and mistakes."""

    def test_info_lists_every_setting(self) -> None:
        lines = json.loads(arauto("info", "--json").stdout)
        self.assertTrue(all(set(line) == {"group", "name", "value", "help"} for line in lines))
        names = {line["name"] for line in lines if line["group"] == "setting"}
        self.assertLessEqual({"ARAUTO_NUM_IMAGES", "ARAUTO_HEAP_SIZE", "ARAUTO_ON_FAILURE"}, names)
        text = arauto("info").stdout
        for line in lines:
            self.assertIn(f"  {line['name']} ", text)
            if line["group"] == "setting":
                self.assertRegex(line["help"], r"default [^]]+\]\Z")

    def test_info_shows_what_the_environment_says(self) -> None:
        lines = json.loads(arauto("info", "--json", ARAUTO_NUM_IMAGES="7").stdout)
        self.assertIn("7", [line["value"] for line in lines if line["name"] == "ARAUTO_NUM_IMAGES"])

    def test_info_shows_the_lines_that_are_named(self) -> None:
        words = ("info", "ARAUTO_WAIT", "cores")
        lines = json.loads(arauto(*words, "--json").stdout)
        self.assertEqual([line["name"] for line in lines], ["cores", "ARAUTO_WAIT"])
        text = arauto(*words).stdout
        self.assertEqual(
            re.findall(r"^(?:  )?(\w+)", text, re.M), ["machine", "cores", "setting", "ARAUTO_WAIT"]
        )
        counters = json.loads(arauto("info", "--counters", "--json", "put").stdout)
        self.assertEqual([line["name"] for line in counters], ["put"])

    def test_info_shows_how_nodes_are_notified(self) -> None:
        """By the rules of cards, and over libfabric as it is with the card cxi."""
        lines = json.loads(arauto("info", "--json").stdout)
        if "libfabric" not in [line["value"] for line in lines if line["name"] == "ofi"]:
            self.skipTest("without libfabric nothing goes between nodes")
        by_itself = "of a put to a heap; else the message that carries the data"
        flag = "fi_writemsg refuses data: Flags not supported"
        call = "; so does fi_writedata: Function not implemented"
        way = "remote data of 8 bytes"
        with_call = (f"{way}, by fi_writedata", flag)
        message = ("a message after the data", flag + call)
        no_variable = {"FI_CXI_ENABLE_WRITEDATA": "0"}
        cases = [
            ({}, (way, by_itself)),
            ({"ARAUTO_FAULT": "rules=efa"}, ("remote data of 4 bytes", by_itself)),
            ({"ARAUTO_FAULT": "rules=cxi"}, with_call),
            ({"ARAUTO_FAULT": "rules=cxi", **no_variable}, message),
        ]
        if LIKE_CXI:
            there = {"LD_LIBRARY_PATH": LIKE_CXI}
            cases += [(there, with_call), ({**there, **no_variable}, message)]
        for environment, expected in cases:
            with self.subTest(environment):
                lines = json.loads(arauto("info", "--json", **environment).stdout)
                said = {line["name"]: (line["value"], line["help"]) for line in lines}
                self.assertEqual(said["network notify"], expected)
                if "LD_LIBRARY_PATH" in environment:
                    self.assertEqual(said["network"][1].split()[0], "cxi")

    def test_mistakes_get_a_sentence(self) -> None:
        for words, sentence in (
            (["rnu"], "there is no command 'rnu'; did you mean 'arauto run'?"),
            (["inof"], "did you mean 'arauto info'?"),
            (["hello.f90"], "did you mean 'arauto fc hello.f90'?"),
            (["-n", "4"], "did you mean 'arauto run -n'?"),
            ([__file__], f"did you mean 'arauto run {__file__}'?"),
            (["nonsense"], "there is no command 'nonsense' ('arauto --help' lists all)"),
            (["info", "--yaml"], "info: there is no option '--yaml'"),
            (
                ["info", "ARAUTO_WIAT"],
                "info: there is no line 'ARAUTO_WIAT'; did you mean 'ARAUTO_WAIT'?",
            ),
            (["info", "x"], "info: there is no line 'x' ('arauto info' lists all)"),
            (["cc", "--compiler"], "after --compiler a command is missing"),
        ):
            with self.subTest(words):
                result = arauto(*words)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(sentence, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)

    def test_help_and_version(self) -> None:
        for words in (["--help"], ["run", "--help"], ["fc", "--help"], ["info", "--help"]):
            result = arauto(*words)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout.startswith("usage: arauto"))
        self.assertRegex(arauto("--version").stdout, r"^arauto \d+\.\d+\.\d+\n$")
        self.assertEqual(arauto().returncode, 2)


if __name__ == "__main__":
    sys.exit(0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1)
