# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The subjects of commits: `room: do something`, at most 60 characters. Commits written before the
rule was checked are left out; the date of the author decides, which a rebase does not change.

    commits.py [FOLDER [DATE]]      prints one line per fault, and fails when there is any;
                                    commits written until that date are not checked
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

UNCHECKED_UNTIL = "2026-11-26T00:00:00+00:00"
SUBJECT_MAX = 60
SUBJECT = re.compile(r"[\w./-]+(, [\w./-]+)*: \S")


def fault_of(subject: str) -> str:
    """Names what is wrong with a subject; empty when nothing is."""
    if len(subject) > SUBJECT_MAX:
        return f"the subject has {len(subject)} characters, at most {SUBJECT_MAX} are allowed"
    if SUBJECT.match(subject) is None:
        return "the subject does not begin with a room and a colon"
    return ""


def subjects_after(top: Path, date: str) -> list[tuple[str, str]] | None:
    """Hash and subject of each commit that was written later; None where there is no history."""
    command = ["git", "-C", str(top), "log", "--no-merges", "--format=%at %h %s"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    if done.returncode != 0:
        return None
    until = datetime.fromisoformat(date).timestamp()
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    return [(name, subject) for written, name, subject in lines if int(written) > until]


def main() -> int:
    top = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    commits = subjects_after(top, sys.argv[2] if len(sys.argv) > 2 else UNCHECKED_UNTIL)
    if commits is None:
        print("skipped: there is no git history here, so the subjects of commits are not checked")
        return 77
    faults = [(name, text) for name, subject in commits if (text := fault_of(subject))]
    for name, text in faults:
        print(f"commit {name}: {text}")
    print(f"commits: {len(faults)} faults in {len(commits)} commits")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
