# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The intrinsic procedures and statements that rules rewrite, with the names of their arguments.
tests/translator/kinds.py tries each of them with arguments of every kind."""

from __future__ import annotations

STATUS = ("stat", "errmsg")
# Arguments in the order of their positions.
SUBROUTINES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("co_sum", "co_min", "co_max", "co_product"), ("a", "result_image", *STATUS)),
    "co_broadcast": ("a", "source_image", *STATUS),
    "co_reduce": ("a", "operation", "result_image", *STATUS),
    "event_query": ("event", "count", "stat"),
    "event_attach": ("event", "coarray", "stat", "access"),
    "event_detach": ("event", "coarray", "stat"),
    "notify_query": ("notify", "count", "stat"),
    "move_alloc": ("from", "to", *STATUS),
    "random_init": ("repeatable", "image_distinct"),
    "atomic_define": ("atom", "value", "stat"),
    "atomic_ref": ("value", "atom", "stat"),
    "atomic_cas": ("atom", "old", "compare", "new", "stat"),
    **{f"atomic_{name}": ("atom", "value", "stat") for name in ("add", "and", "or", "xor")},
    **{
        f"atomic_fetch_{name}": ("atom", "value", "old", "stat")
        for name in ("add", "and", "or", "xor")
    },
}
TEAM_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "get_team": ("level",),
    "team_number": ("team",),
    "failed_images": ("team", "kind"),
    "stopped_images": ("team", "kind"),
    "image_status": ("image", "team"),
}
# TEAM and TEAM_NUMBER share a position.
INQUIRIES: dict[str, tuple[str, ...]] = {
    "this_image": ("coarray", "dim", "team"),
    "num_images": ("team", "team_number"),
    "image_index": ("coarray", "sub", "team", "team_number"),
    "lcobound": ("coarray", "dim", "kind"),
    "ucobound": ("coarray", "dim", "kind"),
    "coshape": ("coarray", "kind"),
}
# Keywords of statements. ALLOCATE has others, which are the compiler's.
STATEMENTS: dict[str, tuple[str, ...]] = {
    **{f"sync {name}": STATUS for name in ("all", "images", "memory", "team")},
    "event post": STATUS,
    "event wait": ("until_count", *STATUS),
    "notify wait": ("until_count", *STATUS),
    "lock": ("acquired_lock", *STATUS),
    "unlock": STATUS,
    "critical": STATUS,
    "allocate": STATUS,
    "deallocate": STATUS,
    "form team": ("new_index", *STATUS),
    "change team": STATUS,
    "end team": STATUS,
    "stop": ("quiet",),
    "error stop": ("quiet",),
}
SELECTOR = ("stat", "team", "team_number", "notify")
