# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a wheel from a build folder: `wheel.py BUILD FOLDER`, or `make wheel`.

The wheel has the installed tree as arauto/tree, beside the module of Python, and small commands
that start those of the tree. A wheel cannot have links: a library's name without a version is a
script of the linker there, and a link to the command a script of the shell. Its tag names the
oldest C library that has all that the programs ask for. It needs nothing but Python and CMake.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

COMMANDS = ("arauto", "arauto-fc", "arauto-cc", "arauto-cxx")
START = """\
import os, sys
import importlib.util
place = importlib.util.find_spec("arauto").submodule_search_locations[0]
os.execv(os.path.join(place, "tree", "bin", "arauto"), ["{name}", *sys.argv[1:]])
"""
DESCRIPTION = """\
Arauto: one-sided communication whose receivers learn of the data in the same operation. Coarray
Fortran of gfortran, MPI one-sided, C, C++ and Python.

    arauto fc hello.f90 -o hello && arauto run -n 4 ./hello
    arauto run -n 4 python prog.py        # with: import arauto; needs numpy
"""


def oldest_glibc(tree: Path) -> tuple[int, int]:
    """The newest version of the C library that a program or library of the tree asks for."""
    newest = (2, 17)  # the oldest that has a tag of this kind
    for path in tree.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.suffix == ".o":
            continue
        if path.read_bytes()[:4] != b"\x7fELF":
            continue
        said = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True)
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", said.stdout):
            newest = max(newest, (int(major), int(minor)))
    return newest


def without_links(tree: Path) -> None:
    for path in sorted(tree.rglob("*")):
        if not path.is_symlink():
            continue
        whole, next_one = path.resolve(), path.parent / os.readlink(path)
        path.unlink()
        if whole.name == "arauto":
            up = os.path.relpath(whole, path.parent)
            # The name says which command it is; a shell cannot hand it on.
            word = path.name.removeprefix("arauto-")
            path.write_text(f'#!/bin/sh\nexec "$(dirname "$0")/{up}" {word} "$@"\n')
            path.chmod(0o755)
        elif re.search(r"\.so\.\d+$", path.name) and path.parent == whole.parent:
            whole.rename(path)  # by this name programs ask for it
        elif path.suffix == ".so" and path.parent == whole.parent:
            path.write_text(f"INPUT({next_one.name})\n")
        else:  # elsewhere: the library of the same name in the folder above
            place = os.path.relpath(next_one.parent, path.parent)
            path.write_text(f"INPUT({place}/{path.name})\n")


def record(path: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}"


def start_of(command: str) -> bytes:
    return b"#!python\n" + START.format(name=command).encode()


def contents(tree: Path, version: str, tag: str) -> dict[str, tuple[bytes, int]]:
    """Each file of the wheel with its data and mode."""
    module = tree / "share" / "arauto" / "python" / "arauto" / "__init__.py"
    files = {"arauto/__init__.py": (module.read_bytes(), 0o644)}
    for path in sorted(tree.rglob("*")):
        if path.is_file() and path.parent != module.parent:
            mode = 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644
            files[f"arauto/tree/{path.relative_to(tree)}"] = (path.read_bytes(), mode)
    for command in COMMANDS:
        files[f"arauto-{version}.data/scripts/{command}"] = (start_of(command), 0o755)
    info = f"arauto-{version}.dist-info"
    text = (
        f"Metadata-Version: 2.1\nName: arauto\nVersion: {version}\n"
        "Summary: One-sided communication whose receivers learn of the data in the same operation\n"
        "License: BSD-3-Clause\nRequires-Python: >=3.10\nProvides-Extra: numpy\n"
        'Requires-Dist: numpy; extra == "numpy"\nDescription-Content-Type: text/markdown\n\n'
    )
    files[f"{info}/METADATA"] = ((text + DESCRIPTION).encode(), 0o644)
    wheel = f"Wheel-Version: 1.0\nGenerator: arauto\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files[f"{info}/WHEEL"] = (wheel.encode(), 0o644)
    licence = (tree / "share" / "doc" / "arauto" / "LICENSE").read_bytes()
    files[f"{info}/LICENSE"] = (licence, 0o644)
    return files


def write(path: Path, files: dict[str, tuple[bytes, int]], info: str) -> None:
    lines = [record(name, data) for name, (data, _) in files.items()] + [f"{info}/RECORD,,"]
    files = {**files, f"{info}/RECORD": (("\n".join(lines) + "\n").encode(), 0o644)}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, (data, mode) in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same tree, the same wheel
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)


def main() -> int:
    build, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        subprocess.run(
            ["cmake", "--install", build, "--prefix", tree, "--strip"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        version = subprocess.run(
            [tree / "bin" / "arauto", "--version"], capture_output=True, text=True, check=True
        ).stdout.split()[1]
        without_links(tree)
        major, minor = oldest_glibc(tree)
        tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
        path = folder / f"arauto-{version}-{tag}.whl"
        write(path, contents(tree, version, tag), f"arauto-{version}.dist-info")
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
