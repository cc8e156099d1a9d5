# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Whether C++ is free of the faults that .clang-tidy names. Each source is checked as the build
folder compiles it. One that was clean is checked again only when it, a file that it includes, or
its options have changed. All checkouts of a user share what was clean: an empty file for each in
~/.cache/arauto/clang-tidy. The tool is of one version for everybody: `scripts/bootstrap.sh check`
fetches it.

In the gate (ARAUTO_TEST_TIER=gate) only what differs from the origin's branch `main` is checked, or
on that branch what its last commits changed: each changed source, and each changed header through
one source that includes it. A header of the core would otherwise mean all sources, 13 minutes of a
core.

    clang_tidy.py [BUILD]      prints one line per fault, and fails when there is any
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from compile_commands import NAME as COMMANDS
from compile_commands import commands_of
from tier import IS_GATE

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "build" / "checkers" / "bin" / "clang-tidy"
CONFIGURATION = ROOT / ".clang-tidy"
FOLDERS = ("src", "frontends", "tools")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
FAULT = re.compile(r"^/.*: (?:warning|error): .*\[[\w.,-]+\]$", re.MULTILINE)
COMMITS = 50  # of `main` itself, whose changes the gate checks
SKIPPED = 77


def sources_of(build: Path) -> dict[Path, list[str]]:
    """Each source, and the options that it is compiled with, once if that is done several times."""
    sources: dict[Path, list[str]] = {}
    for path, words in commands_of(build):
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in FOLDERS:
            sources.setdefault(path, words[1 : words.index("-o")])
    return sources


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def files_of(source: Path, options: Sequence[str]) -> set[Path]:
    """A source and the files of this project that it includes, whatever the conditions."""
    folders = [Path(option[2:]) for option in options if option.startswith("-I")]
    files: set[Path] = set()
    ahead = [source.resolve()]
    while ahead:
        path = ahead.pop()
        if path in files:
            continue
        files.add(path)
        for name in INCLUDE.findall(text_of(path)):
            found = (folder / name for folder in (path.parent, *folders))
            ahead += [file.resolve() for file in found if file.is_file()][:1]
    return files


def git(*arguments: str) -> str | None:
    done = subprocess.run(
        ("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def changed_files() -> set[Path] | None:
    """Files that differ from the origin's `main`, or from its state some commits ago; None where
    nobody can tell, as without Git or in a clone without history, and where the rules themselves
    differ."""
    head, landed = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "origin/main")
    base = landed if landed and landed != head else f"HEAD~{COMMITS}"
    names = git("diff", "--name-only", base)
    if names is None or CONFIGURATION.name in names.splitlines():
        return None
    return {ROOT / name for name in names.splitlines()}


def sources_to_see(
    changed: Iterable[Path], sources: Mapping[Path, list[str]]
) -> dict[Path, list[str]]:
    """Those that changed, and for each changed header that none of them includes the first source
    that does."""
    seen = {source: options for source, options in sources.items() if source in changed}
    left = set(changed) - {file for source in seen for file in files_of(source, seen[source])}
    for source in sorted(sources) if left else ():
        files = files_of(source, sources[source])
        if left & files:
            seen[source] = sources[source]
            left -= files
    return seen


def key_of(source: Path, options: Sequence[str], common: bytes) -> str:
    """Another key, another outcome. Paths count from the checkout on."""
    key = hashlib.sha256(common + "\0".join(options).replace(f"{ROOT}/", "").encode())
    for path in sorted(files_of(source, options)):
        key.update(f"\0{path}\0".replace(f"{ROOT}/", "").encode() + text_of(path).encode())
    return key.hexdigest()


def faults_in(said: str) -> list[str]:
    return [fault.replace(f"{ROOT}/", "") for fault in FAULT.findall(said)]


def check(source: Path, options: Sequence[str]) -> list[str]:
    command = (TOOL, "--quiet", f"--config-file={CONFIGURATION}", source, "--", *options)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    faults = faults_in(done.stdout)
    if done.returncode != 0 and not faults:
        faults = [f"{source}: clang-tidy failed: {done.stderr.strip()}"]
    return faults


def check_changed(sources: Mapping[Path, list[str]], clean: Path) -> list[str]:
    """Faults of the sources whose key is not in the folder `clean`, where each clean one gets its
    key."""
    clean.mkdir(parents=True, exist_ok=True)
    version = subprocess.run((TOOL, "--version"), capture_output=True, check=False).stdout
    common = version + CONFIGURATION.read_bytes()
    keys = {source: key_of(source, options, common) for source, options in sources.items()}
    changed = [source for source in sources if not (clean / keys[source]).exists()]
    faults: set[str] = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda source: check(source, sources[source]), changed)
        for source, some in zip(changed, found, strict=True):
            faults.update(some)
            if not some:
                (clean / keys[source]).touch()
    return sorted(faults)


def main() -> int:
    build = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build"
    for needed, way in ((TOOL, "scripts/bootstrap.sh check"), (build / COMMANDS, "make build")):
        if not needed.exists():
            print(f"skipped: without {needed.name} ({way}) nothing is checked by clang-tidy")
            return SKIPPED
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    sources = sources_of(build)
    changed = changed_files() if IS_GATE else None
    if changed is not None:
        sources = sources_to_see(changed, sources)
    faults = check_changed(sources, caches / "arauto" / "clang-tidy")
    for fault in faults:
        print(fault)
    print(f"clang-tidy: {len(sources)} sources, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
