# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests an installation by `make install`: below DESTDIR, without a network, then moved.

installed.py CASE BUILD CMAKE [FORTRAN COMPILER ...]
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

BUILD, CMAKE = Path(), ""
FORTRANS: list[str] = []
PREFIX = "opt/c++/arauto-test"  # no regular expression
SECONDS = 300

HELLO_C = """\
#include "arauto/arauto.h"
#include <stdio.h>
int main(void) {
    if (arauto_init() != ARAUTO_OK) return 1;
    printf("rank %d of %d\\n", arauto_rank(), arauto_size());
    return 0;
}
"""
HELLO_CXX = """\
#include "arauto/coarray.hpp"
#include <cstdio>
int main() {
    if (arauto_init() != ARAUTO_OK) return 1;
    std::printf("rank %d of %d\\n", arauto_rank(), arauto_size());
}
"""
HELLO_FORTRAN = """\
program hello
  use arauto, only: event_attach
  implicit none
  integer :: a[*]
  a = this_image() - 1
  sync all
  print '(a,i0,a,i0)', 'rank ', a[this_image()], ' of ', num_images()
end program
"""
HELLO_MPI = """\
#include <mpi.h>
#include <stdio.h>
int main(int count, char** words) {
    int rank, size, *memory, one = 1;
    MPI_Win window;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&one, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    printf("rank %d of %d\\n", rank, size);
    MPI_Win_free(&window);
    return MPI_Finalize();
}
"""
PROJECT = """\
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES {language})
find_package(Arauto REQUIRED COMPONENTS {component})
add_executable(hello {source})
target_link_libraries(hello PRIVATE Arauto::{component})
"""
# The commands of a modulefile, which the programs of modules have beside those of Tcl.
MODULE = """\
proc prepend-path {name value} { puts "$name=$value" }
proc append-path {name value} { puts "$name+$value" }
proc conflict {name} {}
proc module-whatis {text} {}
set ModulesCurrentModulefile [lindex $argv 0]
source $ModulesCurrentModulefile
"""
# Each word that the shells offer where a line ends.
OFFERED = {
    "": "run check fc translate cc cxx info where doctor bench --help --version",
    "run -": "-n -l --label --counters --profile --trace --trace-size --flight --hosts --hostfile"
    " --mpi=no -v --help",
    "check -": "-n -l --label --options --json --suppress --help",
    "fc -": "--show --compiler --mpi --check=race --keep-rewritten --translate --native"
    " --keep-translated --legacy-collectives --debug --help",
    "cc -": "--show --compiler --mpi --check=race --help",
    "cxx -": "--show --compiler --mpi --check=race --help",
    "translate -": "-o --output -I -D -U --compiler --legacy-collectives --check-subscripts"
    " --fixed --free --count --help",
    "info -": "--counters --json --help",
    "where -": "--help",
    "doctor -": "--top --image --line --what-if --html --perfetto --otf2 --json --help",
    "bench -": "--quick --json --record --plot --images --hosts --sizes --only --size"
    " --counts --characters --rounds --no-peers --seconds-total --pack --packed --figures --list"
    " --help",
    "bench ": "all apps epochs grid halo halo_modes memory net p2p pt2pt rma server startup"
    " translated",
}
EXPECTED = ["rank 0 of 2", "rank 1 of 2"]


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("ARAUTO_")}


def call(folder: Path, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**clean_environment(), **variables},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def without_network() -> list[str]:
    """A command that takes the network away from another, where the system has and allows it."""
    words = ["unshare", "--net", "--map-root-user"]
    allowed = shutil.which("unshare") and call(Path("/"), *words, "true").returncode == 0
    return words if allowed else []


def install(stage: Path) -> Path:
    """Install below DESTDIR and return the list of files; other tests write the same list."""
    for _ in range(20):
        words = [*without_network(), CMAKE, "--install", BUILD, "--prefix", f"/{PREFIX}"]
        done = call(stage, *words, DESTDIR=str(stage))
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        manifest = stage / "install_manifest.txt"
        shutil.copy(BUILD / "install_manifest.txt", manifest)
        listed = manifest.read_text().splitlines()
        if all(line.startswith(f"/{PREFIX}/") for line in listed):
            return manifest
    raise AssertionError("another program installs all the time")


class Case(unittest.TestCase):
    """One tree for all tests of a class, moved after it was installed."""

    NAME = "arauto install "  # a blank is allowed, too
    folder: Path
    prefix: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix=cls.NAME))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        stage = cls.folder / "stage"
        stage.mkdir()
        install(stage)
        cls.prefix = cls.folder / "moved" / "tree"
        cls.prefix.parent.mkdir()
        (stage / PREFIX).rename(cls.prefix)
        shutil.rmtree(stage)

    def good(self, folder: Path, *words: object, **variables: str) -> str:
        done = call(folder, *words, **variables)
        self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def library_folder(self) -> Path:
        (library,) = self.prefix.glob("lib*/**/libarauto.so.0.*")
        return library.parent

    def run_hello(self, program: Path) -> None:
        arauto = self.prefix / "bin" / "arauto"
        said = self.good(program.parent, arauto, "run", "-n", "2", program)
        self.assertEqual(sorted(line.strip() for line in said.splitlines()), EXPECTED)


class Layout(Case):
    """Names, exported symbols, documents; and that nothing of it knows where it was built."""

    def libraries(self) -> list[Path]:
        found = [path for path in self.library_folder().glob("*.so") if path.is_symlink()]
        self.assertGreaterEqual(len(found), 7)
        return found

    def test_libraries_have_versions(self) -> None:
        for library in self.libraries():
            with self.subTest(library.name):
                dynamic = self.good(self.folder, "readelf", "-dW", library)
                (soname,) = re.findall(r"SONAME.*\[(.*)\]", dynamic)
                self.assertEqual(soname, f"{library.name}.0")
                self.assertEqual(os.readlink(library), soname)
                self.assertRegex(os.readlink(library.with_name(soname)), r"\.so\.0\.\d+\.\d+$")
                for needed in re.findall(r"NEEDED.*\[(.*arauto.*)\]", dynamic):
                    self.assertTrue((self.library_folder() / needed).exists(), needed)
                    self.assertIn("[$ORIGIN]", dynamic)

    def test_no_name_of_cxx_is_exported(self) -> None:
        for library in self.libraries():
            with self.subTest(library.name):
                names = self.good(self.folder, "nm", "-D", "--defined-only", library).split()[2::3]
                self.assertGreaterEqual(len(names), 50)
                self.assertEqual([name for name in names if name.startswith("_Z")], [])

    def test_nothing_names_the_folder_of_the_build(self) -> None:
        for path in self.prefix.rglob("*"):
            if path.is_symlink():
                self.assertFalse(os.readlink(path).startswith("/"), path)
                self.assertTrue(path.exists(), f"{path} leads nowhere")
            elif path.is_file():
                text = path.read_bytes()
                for folder in (BUILD, BUILD.parent):
                    if f"{folder}/".encode() in text:
                        self.fail(f"{path} names {folder}")  # without all the bytes of a library

    def test_documents(self) -> None:
        share = self.prefix / "share"
        for name in ("LICENSE", "README.md", "guide/install.md", "examples/hello.f90"):
            self.assertTrue((share / "doc" / "arauto" / name).is_file(), name)
        commands = self.good(self.folder, self.prefix / "bin" / "arauto", "--help")
        pages = share / "man" / "man1"
        for command in ("run", "check", "fc", "translate", "info", "where", "doctor", "bench"):
            self.assertIn(f"  {command} ", commands)
            page = (pages / f"arauto-{command}.1").read_text()
            self.assertRegex(page, rf"\n\.SH NAME\narauto\\-{command}(, arauto\\-\w+)* \\- ")
            self.assertIn("\n.SH SYNOPSIS\n", page)
        for alias in ("cc", "cxx"):
            self.assertIn("cc ARGS, cxx ARGS", commands)
            page = (pages / f"arauto-{alias}.1").read_text()
            self.assertEqual(page, ".so man1/arauto-fc.1\n")
        for name in ("MPIX_Put_notify", "arauto_put", "arauto_notify.h", "arauto"):
            self.assertTrue((share / "man" / "man3" / f"{name}.3").is_file(), name)
        self.assertTrue(list((share / "modulefiles" / "arauto").iterdir()))

    def test_pages_of_the_manual_are_written_well(self) -> None:
        if not shutil.which("man"):
            self.skipTest("there is no man")
        manual = self.prefix / "share" / "man"
        shown = {}
        for page in (manual / "man1").iterdir():
            words = ["man", "-M", manual, "--warnings", "--encoding", "UTF-8", "1", page.stem]
            done = call(self.folder, *words, MANWIDTH="160", LC_ALL="C.UTF-8", MANROFFSEQ="")
            self.assertEqual((done.returncode, done.stderr), (0, ""), page.name)
            self.assertIn("DESCRIPTION", done.stdout)
            shown[page.stem] = done.stdout
        of_compilers = {shown[name] for name in ("arauto-fc", "arauto-cc", "arauto-cxx")}
        self.assertEqual(len(of_compilers), 1)
        self.assertIn("arauto-fc, arauto-cc, arauto-cxx - runs your compiler", *of_compilers)
        words = ["man", "-M", manual, "--encoding", "UTF-8", "3", "arauto_slot_t"]
        done = call(self.folder, *words, MANWIDTH="160", LC_ALL="C.UTF-8", MANROFFSEQ="")
        self.assertRegex(done.stdout, r"arauto_notify\.h, .*arauto_slot_t.* - counting")

    def test_the_modulefile_names_the_folders(self) -> None:
        if not shutil.which("tclsh"):
            self.skipTest("there is no tclsh, in which modulefiles are written")
        (modulefile,) = (self.prefix / "share" / "modulefiles" / "arauto").iterdir()
        script = self.folder / "modules.tcl"
        script.write_text(MODULE)
        said = self.good(self.folder, "tclsh", script, modulefile)
        self.assertEqual(
            said.splitlines(),
            [
                f"PATH={self.prefix}/bin",
                f"MANPATH={self.prefix}/share/man",
                "MANPATH+",  # and the pages of the system
                f"CMAKE_PREFIX_PATH={self.prefix}",
                f"PKG_CONFIG_PATH={self.library_folder()}/pkgconfig",
            ],
        )
        for there in (
            self.prefix / "bin" / "arauto",
            self.prefix / "share" / "man" / "man1" / "arauto.1",
            self.library_folder() / "cmake" / "Arauto" / "ArautoConfig.cmake",
            self.library_folder() / "pkgconfig" / "arauto.pc",
        ):
            self.assertTrue(there.is_file(), there)

    def test_uninstalling_removes_all_of_it(self) -> None:
        stage = self.folder / "to be removed"
        stage.mkdir()
        manifest = install(stage)
        build = self.folder / "build"
        build.mkdir()
        manifest.rename(build / "install_manifest.txt")
        other = stage / PREFIX / "share" / "man" / "man1" / "other.1"
        other.touch()
        script = Path(__file__).resolve().parents[2] / "cmake" / "uninstall.cmake"
        words = [CMAKE, f"-DBUILD={build}", "-P", script]
        self.assertIn("files were removed", self.good(stage, *words, DESTDIR=str(stage)))
        left = [path for path in stage.rglob("*") if not path.is_dir()]
        self.assertEqual(left, [other])
        self.assertEqual(sorted(path.name for path in (stage / PREFIX).iterdir()), ["share"])
        again = call(stage, *words, DESTDIR=str(stage))
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("nothing was installed", again.stderr)


class Completions(Case):
    """Each shell offers commands, options, groups of bench and settings, and nothing else."""

    def setUp(self) -> None:
        self.bin = str(self.prefix / "bin")
        self.path = {"PATH": f"{self.bin}:{os.environ['PATH']}"}

    def shell(self, name: str) -> str:
        if not shutil.which(name):
            self.skipTest(f"there is no {name}")
        return name

    def check(self, complete: Callable[..., str]) -> None:
        """`complete` returns what is offered where the last word stands."""
        for words, offered in OFFERED.items():
            with self.subTest(words):
                found = complete("arauto", *words.split(" ")).split()
                self.assertEqual(sorted(found), sorted(offered.split()))
        lines = json.loads(self.good(self.folder, self.prefix / "bin" / "arauto", "info", "--json"))
        settings = {line["name"] for line in lines if line["group"] == "setting"}
        found = complete("arauto", "info", "", ARAUTO_NO_SETTING="1").split()
        self.assertEqual(sorted(found), sorted(settings))

    def test_bash(self) -> None:
        bash = self.shell("bash")
        script = self.prefix / "share" / "bash-completion" / "completions" / "arauto"
        ask = (
            'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1));'
            ' _arauto; printf "%s\\n" "${COMPREPLY[@]}"'
        )

        def complete(*line: str, **variables: str) -> str:
            words = [bash, "--norc", "-c", ask, script, *line]
            return self.good(self.folder, *words, **self.path, **variables)

        self.check(complete)
        self.assertEqual(complete("arauto", "be"), "bench\n")
        self.assertEqual(complete("arauto", "run", ""), "\n")  # leaves files to bash

    def test_zsh(self) -> None:
        zsh = self.shell("zsh")
        functions = self.prefix / "share" / "zsh" / "site-functions" / "_arauto"
        # Completion wants a terminal; the function alone, with what it calls replaced, does not.
        ask = (
            "compadd() { print -l -- ${(P)2}; }; _files() { print files; };"
            ' words=("${@:2}"); CURRENT=$#words; source "$1"'
        )

        def complete(*line: str, **variables: str) -> str:
            done = call(
                self.folder, zsh, "-f", "-c", ask, "zsh", functions, *line, **self.path, **variables
            )
            self.assertEqual(done.stderr, "")
            return done.stdout

        self.check(complete)
        self.assertEqual(complete("arauto", "run", "a"), "files\n")
        self.assertEqual(complete("arauto", "where", ""), "")

    def test_fish(self) -> None:
        fish = self.shell("fish")
        script = self.prefix / "share" / "fish" / "vendor_completions.d" / "arauto.fish"
        empty = self.folder / "empty"
        empty.mkdir()
        (empty / "file").touch()
        home = {"HOME": str(self.folder), **self.path}

        def complete(*line: str, **variables: str) -> str:
            ask = f"source '{script}'; complete -C '{' '.join(line)}'"
            said = self.good(empty, fish, "-N", "-c", ask, **home, **variables)
            return " ".join(choice.split("\t")[0] for choice in said.splitlines())

        self.check(complete)
        self.assertEqual(complete("arauto", "run", ""), "file")
        self.assertEqual(complete("arauto", "bench", "--json", "f"), "file")


class Consumers(Case):
    """A project of each kind that finds the moved tree."""

    def setUp(self) -> None:
        self.project = Path(tempfile.mkdtemp(dir=self.folder))

    def by_cmake(self, component: str, language: str, source: str, text: str, *words: str) -> None:
        project = PROJECT.format(language=language, component=component, source=source)
        (self.project / "CMakeLists.txt").write_text(project)
        (self.project / source).write_text(text)
        made = self.project / "made"
        found = f"-DCMAKE_PREFIX_PATH={self.prefix}"
        self.good(self.project, CMAKE, "-S", ".", "-B", made, found, *words)
        self.good(self.project, CMAKE, "--build", made)
        self.run_hello(made / "hello")

    def by_pkg_config(self, package: str, compiler: str, source: str, text: str) -> None:
        if not shutil.which("pkg-config"):
            self.skipTest("there is no pkg-config")
        (self.project / source).write_text(text)
        path = {"PKG_CONFIG_PATH": str(self.library_folder() / "pkgconfig")}
        flags = self.good(self.project, "pkg-config", "--cflags", package, **path)
        libraries = self.good(self.project, "pkg-config", "--libs", package, **path)
        self.assertIn(str(self.prefix).replace(" ", "\\ "), libraries)
        line = f"{compiler} {flags.strip()} {source} -o hello {libraries.strip()}"
        self.good(self.project, "sh", "-c", line)
        self.run_hello(self.project / "hello")

    def mpis(self) -> list[str]:
        wrappers = []
        for kind in ("openmpi", "mpich"):
            library = self.library_folder() / f"libarauto_mpi_{kind}.so"
            if shutil.which(f"mpicc.{kind}") and library.exists():
                wrappers.append(kind)
        if not wrappers:
            self.skipTest("there is no MPI that a library of ours is for")
        return wrappers

    def test_c(self) -> None:
        self.by_cmake("c", "C", "hello.c", HELLO_C)

    def test_c_by_pkg_config(self) -> None:
        self.by_pkg_config("arauto", "cc", "hello.c", HELLO_C)

    def test_cxx(self) -> None:
        self.by_cmake("cxx", "CXX", "hello.cpp", HELLO_CXX)

    def test_cxx_by_pkg_config(self) -> None:
        self.by_pkg_config("arauto", "c++ -std=c++20", "hello.cpp", HELLO_CXX)

    def test_fortran(self) -> None:
        for compiler in FORTRANS:
            with self.subTest(compiler):
                self.setUp()
                chosen = f"-DCMAKE_Fortran_COMPILER={compiler}"
                self.by_cmake("fortran", "Fortran", "hello.f90", HELLO_FORTRAN, chosen)

    def test_fortran_by_pkg_config(self) -> None:
        self.by_pkg_config("arauto-fortran", FORTRANS[0], "hello.f90", HELLO_FORTRAN)

    def test_fortran_by_the_wrapper(self) -> None:
        wrapper = f"-DCMAKE_Fortran_COMPILER={self.prefix}/bin/arauto-fc"
        self.by_cmake("fortran", "Fortran", "hello.f90", HELLO_FORTRAN, wrapper)

    def test_mpi(self) -> None:
        for kind in self.mpis():
            with self.subTest(kind):
                self.setUp()
                chosen = f"-DMPI_C_COMPILER=mpicc.{kind}"
                self.by_cmake("mpi", "C", "hello.c", HELLO_MPI, chosen)
                needed = self.good(self.project, "readelf", "-d", "made/hello")
                self.assertIn(f"libarauto_mpi_{kind}.so.0", needed)

    def test_mpi_by_pkg_config(self) -> None:
        for kind in self.mpis():
            with self.subTest(kind):
                self.setUp()
                self.by_pkg_config(f"arauto-mpi-{kind}", f"mpicc.{kind}", "hello.c", HELLO_MPI)
                needed = self.good(self.project, "readelf", "-d", "hello")
                self.assertIn(f"libarauto_mpi_{kind}.so.0", needed)

    def test_a_second_call_finds_other_components(self) -> None:
        twice = PROJECT.format(language="C", component="c", source="hello.c")
        twice += "find_package(Arauto REQUIRED COMPONENTS cxx)\nenable_language(Fortran)\n"
        twice += "find_package(Arauto REQUIRED COMPONENTS fortran)\n"
        twice += "get_target_property(linked Arauto::fortran INTERFACE_LINK_LIBRARIES)\n"
        (self.project / "CMakeLists.txt").write_text(twice)
        (self.project / "hello.c").write_text(HELLO_C)
        found = f"-DCMAKE_PREFIX_PATH={self.prefix}"
        self.good(
            self.project, CMAKE, "-B", "made", found, f"-DCMAKE_Fortran_COMPILER={FORTRANS[0]}"
        )

    def test_what_is_missing_is_said(self) -> None:
        project = PROJECT.format(language="C", component="fortran", source="hello.c")
        (self.project / "CMakeLists.txt").write_text(project)
        done = call(self.project, CMAKE, "-B", "made", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(
            "Arauto::fortran is not there: enable the language", " ".join(done.stderr.split())
        )

    def test_a_single_image_is_refused(self) -> None:
        """With -fcoarray=single beside our option the program would be one image."""
        project = PROJECT.format(language="Fortran", component="fortran", source="hello.f90")
        (self.project / "CMakeLists.txt").write_text(project)
        (self.project / "hello.f90").write_text(HELLO_FORTRAN)
        words = ["-B", "made", f"-DCMAKE_PREFIX_PATH={self.prefix}"]
        words += [
            f"-DCMAKE_Fortran_COMPILER={FORTRANS[0]}",
            "-DCMAKE_Fortran_FLAGS=-fcoarray=single",
        ]
        done = call(self.project, CMAKE, *words)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("remove -fcoarray=single", " ".join(done.stderr.split()))


if __name__ == "__main__":
    BUILD, CMAKE, FORTRANS = Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4:]
    unittest.main(argv=[sys.argv[0], sys.argv[1]], verbosity=2)  # tells what was skipped
