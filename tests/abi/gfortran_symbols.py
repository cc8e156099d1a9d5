# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Fails when a front-end library lacks an entry point that its versions of gfortran may call, has
another, or needs libgfortran.

gfortran_symbols.py NM LIBRARY VERSION      of the oldest gfortran that it serves
"""

from __future__ import annotations

import subprocess
import sys

PREFIX = "_gfortran_caf_"
ENTRY_POINTS = """
init finalize register deregister this_image num_images
sync_all sync_images sync_memory lock unlock event_post event_wait event_query
stop_numeric stop_str error_stop error_stop_str fail_image
image_status failed_images stopped_images random_init
atomic_define atomic_ref atomic_cas atomic_op
co_broadcast co_sum co_min co_max co_reduce
form_team change_team end_team sync_team team_number get_team
""".split()
UP_TO_14 = "get send sendget get_by_ref send_by_ref sendget_by_ref is_present".split()
FROM_15 = """
register_accessor register_accessors_finish get_remote_function_index
get_from_remote send_to_remote transfer_between_remotes is_present_on_remote
""".split()


def symbols(nm: str, library: str, *options: str) -> dict[str, str]:
    """Name -> letter of nm."""
    answer = subprocess.run(
        [nm, *options, library], capture_output=True, text=True, check=True, timeout=240
    )
    lines = (line.split() for line in answer.stdout.splitlines())
    return {words[-1]: words[-2] for words in lines if len(words) >= 2}


def main() -> int:
    nm, library, version = sys.argv[1:]
    entry_points = ENTRY_POINTS + (FROM_15 if int(version) >= 15 else UP_TO_14)
    defined = symbols(nm, library, "-D", "--defined-only")
    missing = [name for name in entry_points if defined.get(PREFIX + name) != "T"]
    known = {PREFIX + name for name in entry_points}
    extra = [name for name in defined if name.startswith(PREFIX) and name not in known]
    undefined = symbols(nm, library, "-D", "--undefined-only")
    needed = [
        name
        for name, letter in undefined.items()
        if name.startswith("_gfortran_") and letter not in "wv"
    ]
    for name in missing:
        print(f"{library}: {PREFIX}{name} is missing")
    for name in extra:
        print(f"{library}: {name} is exported, but gfortran does not call it")
    for name in needed:
        print(f"{library}: {name} must be weak, programs without libgfortran use this library")
    return 1 if missing or extra or needed else 0


if __name__ == "__main__":
    sys.exit(main())
