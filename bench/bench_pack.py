# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Packs compiled programs, the command, its libraries and the MPIs into a folder, with which a
machine that has neither compilers nor MPIs nor a network measures: `arauto bench GROUP --pack DIR`
here, `DIR/bin/arauto bench GROUP --packed DIR` there. The folder may be moved, also as the archive
DIR.tar.gz. It needs Python, and a C library and a processor that are not older."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

import bench_about
import bench_programs
from bench_apps import chosen, compiled, variants
from bench_halo import MPIS as MPIS_OF_HALO
from bench_halo import copying, programs_of
from bench_kernels import GRID, P2P, Kernel, floor_program, kernel_peers
from bench_mpis import Mpi, mpis_here
from bench_programs import HERE, PACKING, Pack, command, libraries, prepared, say

MANIFEST = "pack.json"
PROGRAMS, LIBRARIES, SHARE = "programs", "lib", "share/arauto"
OPENMPI, UCX = "openmpi", "lib/ucx"  # its files under their own paths; plugins of MPICH's UCX
# The system's own: another C library beside that of the machine does not work.
OF_SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|anl|nss_\w+))\.so.*")
NEEDED = re.compile(r"^\s*(\S+) => (/\S+)", re.M)
# Plugins of Open MPI for other hardware, and for another library.
NOT_NEEDED = re.compile(
    r"_(ofi|openib|ucx|psm2?|flux)\.so$|^mca_(atomic|memheap|scoll|spml|sshmem)_"
)
LEVEL = ("avx2", "bmi2", "fma")  # of the processor, for programs of -march=native


def prepare_apps(options: argparse.Namespace) -> None:
    mpis = mpis_here() if options.peers else []
    for app in chosen(options):
        compiled(app, variants(app, mpis))
    floor_program()


def prepare_halo(options: argparse.Namespace) -> None:
    prepared([*(p for mpi in MPIS_OF_HALO for p in programs_of(mpi, options.peers)), copying()])
    floor_program()


def prepare_kernel(kernel: Kernel, options: argparse.Namespace) -> None:
    prepared(kernel_peers(kernel, options))
    floor_program()


GROUPS: dict[str, Callable[[argparse.Namespace], None]] = {
    "apps": prepare_apps,
    "halo": prepare_halo,
    "p2p": lambda options: prepare_kernel(P2P, options),
    "grid": lambda options: prepare_kernel(GRID, options),
}


def needed_by(files: Iterable[Path]) -> dict[str, Path]:
    """The libraries that the system's loader finds for them, by the names under which it looks."""
    words = ["ldd", *map(str, files)]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=120)
    found = {name: Path(path) for name, path in NEEDED.findall(done.stdout)}
    return {name: path for name, path in found.items() if not OF_SYSTEM.fullmatch(name)}


def is_binary(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(4) == b"\x7fELF"


def copy(file: Path, to: Path) -> Path:
    """The file itself, not a link to it, and without its symbols where that is possible."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file.resolve(), to)
    to.chmod(0o755 if os.access(file, os.X_OK) else 0o644)
    if shutil.which("strip") and is_binary(to):
        subprocess.run(["strip", "--strip-unneeded", str(to)], check=False, capture_output=True)
    return to


def path_of_openmpi(name: str) -> Path:
    """One of the folders of the distribution's Open MPI, such as pkglibdir."""
    words = ["ompi_info", "--path", name, "--parsable"]
    return Path(bench_programs.run(words, 60).strip().rpartition(":")[2])


def pack_openmpi(folder: Path) -> list[Path]:
    """Copies it under a folder that OPAL_DESTDIR names; the files that need further libraries."""
    root, found = folder / OPENMPI, []
    for name in ("pkglibdir", "pkgdatadir", "sysconfdir"):
        source = path_of_openmpi(name)
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            if file.suffix in (".a", ".la") or NOT_NEEDED.search(file.name):
                continue
            to = copy(file, root / str(file).lstrip("/"))
            found += [file] if to.suffix == ".so" else []
    launcher = Path(shutil.which(bench_programs.RUN_OPENMPI[0]) or "")
    copy(launcher, folder / "bin" / launcher.name)
    return [*found, launcher]


def pack_mpich(folder: Path) -> list[Path]:
    """Its launcher starts a proxy that lies beside it."""
    launcher = Path(shutil.which(bench_programs.RUN_MPICH[0]) or "")
    proxy = launcher.resolve().with_name("hydra_pmi_proxy")
    copy(launcher, folder / "bin" / launcher.name)
    copy(proxy, folder / "bin" / proxy.name)
    found = [launcher, proxy]
    for plugin in Path("/usr/lib").glob("*/ucx/libuct_cma.so.0"):
        copy(plugin, folder / UCX / plugin.name)
        found.append(plugin)
    return found


def pack_mpis(folder: Path, mpis: list[Mpi]) -> tuple[list[Mpi], list[Path]]:
    """Those that could be packed, and their files."""
    ways = {"openmpi": pack_openmpi, "mpich": pack_mpich}
    packed, found = [], []
    for mpi in mpis:
        try:
            found += ways[mpi.abi](folder)
            packed.append(mpi)
        except (OSError, RuntimeError) as error:
            say(f"{mpi.name}: not packed, {error}")
    return packed, found


def pack_command(folder: Path) -> list[Path]:
    """The command, the benchmarks, and the libraries that no program names: those to preload, and
    the one by which the others are found. All names of a library are kept."""
    copy(Path(command()), folder / "bin" / "arauto")
    found = [Path(command())]
    own = [*libraries().glob("libarauto.so*"), *libraries().glob("libarauto_mpi_*.so*")]
    for library in sorted(own):
        if library.is_symlink():
            link = folder / LIBRARIES / library.name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(os.readlink(library))
        else:
            copy(library, folder / LIBRARIES / library.name)
            found.append(library)
    shutil.copytree(
        HERE, folder / SHARE / "bench", dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    return found


def pack_programs(folder: Path, built: dict[str, Path]) -> list[Path]:
    for program in built.values():
        copy(program, folder / PROGRAMS / program.name)
    return list(built.values())


def read_manifest(folder: Path) -> dict[str, object]:
    return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))


def libc() -> tuple[int, ...]:
    """The version of the C library."""
    return tuple(map(int, re.findall(r"\d+", os.confstr("CS_GNU_LIBC_VERSION") or "")))


def pack(options: argparse.Namespace) -> None:
    """Compiles the programs of a group, and adds them to what the folder has already."""
    folder = options.pack.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # Those of the distribution: another one may lie anywhere.
    has_mpis = options.peers or options.group != "apps"
    mpis = [mpi for mpi in mpis_here() if mpi.name == mpi.abi] if has_mpis else []
    PACKING.built = built = {}
    GROUPS[options.group](options)
    packed, files = pack_mpis(folder, mpis)
    files += [*pack_command(folder), *pack_programs(folder, built)]
    for name, library in needed_by(files).items():
        if not (folder / LIBRARIES / name).exists():
            copy(library, folder / LIBRARIES / name)
    old: dict[str, object] = {"programs": {}, "mpis": []}
    if (folder / MANIFEST).exists():
        old = read_manifest(folder)
    about = {"compilers": bench_about.compilers(), "machine": platform.machine(), "libc": libc()}
    programs = old["programs"] | {key: program.name for key, program in built.items()}
    entries = [asdict(mpi) for mpi in packed] or old["mpis"]
    manifest = about | {"programs": programs, "mpis": entries}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    base = str(folder)
    archive = Path(shutil.make_archive(base, "gztar", root_dir=folder.parent, base_dir=folder.name))
    size = archive.stat().st_size
    say(f"packed: {len(programs)} programs: {folder}, and {archive} of {size / 1e6:.0f} MB")


def refusal(manifest: dict[str, object]) -> str:
    """Why this machine cannot run what was packed; nothing where it can."""
    if manifest["machine"] != platform.machine():
        return f"it is for {manifest['machine']}, and this machine is {platform.machine()}"
    if tuple(manifest["libc"]) > libc():
        wanted, own = (".".join(map(str, each)) for each in (manifest["libc"], libc()))
        return f"it needs the C library {wanted}, and this machine has {own}"
    cpus = Path("/proc/cpuinfo")
    flags = cpus.read_text(encoding="utf-8") if cpus.exists() else ""
    absent = [flag for flag in LEVEL if flag not in flags]
    if platform.machine() == "x86_64" and absent:
        return f"its programs are for processors with {absent[0]}, which this one has not"
    return ""


def unpack(folder: Path) -> None:
    """From here on, programs, libraries and MPIs are those of the folder."""
    folder = folder.resolve()
    try:
        manifest = read_manifest(folder)
    except (OSError, ValueError) as error:
        raise SystemExit(f"arauto bench: {folder} was not made by --pack: {error}") from None
    if reason := refusal(manifest):
        raise SystemExit(f"arauto bench: {folder} cannot be used here: {reason}")
    programs = {key: folder / PROGRAMS / name for key, name in manifest["programs"].items()}
    mpis = [Mpi(**entry) for entry in manifest["mpis"]]
    PACKING.used = Pack(programs, mpis, manifest["compilers"])
    os.environ |= {
        "ARAUTO": str(folder / "bin" / "arauto"),
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "LD_LIBRARY_PATH": str(folder / LIBRARIES),
        "OMPI_MCA_plm": "isolated",  # one machine, which may have no ssh
        "OPAL_DESTDIR": str(folder / OPENMPI),
        "PMIX_DESTDIR": str(folder / OPENMPI),
        "UCX_MODULE_DIR": str(folder / UCX),
    }
