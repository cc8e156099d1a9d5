# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The mutable globals that the libraries may have: module, reason, names. A name with `?` behind it
is not in every build. Take a name away when its global has gone; see globals.py."""

from __future__ import annotations

POINTER = "the one pointer to the rank that this process is, or that a simulation runs"
FRONT_END = "state of a front-end, of which a process has one; no simulation has many"
THREAD = "belongs to a thread, whichever rank it works for"
PROCESS = "belongs to the process, which has one of it whatever its ranks are"
SETTING = "a setting, read at its first use"
CONSTANT = "computed once, constant afterwards"
LOADER = "what the dynamic loader has found of the MPI that is under the front-end"
INTERFACE = "part of an interface: programs link to it"

GLOBALS_MAX = 60

ALLOWED: dict[str, dict[str, str]] = {
    "frontends/coarray/state": {FRONT_END: "g_state"},
    "frontends/coarray/target_bindings": {THREAD: "make_known::end"},
    "frontends/coarray/teams": {FRONT_END: "images"},
    "frontends/gfortran/accessor_guarded": {CONSTANT: "malloc_is_shared::is_shared"},
    "frontends/gfortran/accessor_run": {CONSTANT: "realloc_is_ours::is_ours"},
    "frontends/gfortran/accessor_table": {INTERFACE: "arauto_gfortran_accessors"},
    "frontends/gfortran/element_access": {INTERFACE: "arauto_gfortran_element_access"},
    "frontends/gfortran/foreign": {FRONT_END: "foreign"},
    "frontends/gfortran/guard": {PROCESS: "can_guard::can g_old"},
    "frontends/gfortran/program_malloc": {
        CONSTANT: "libc_usable_bytes::function",
        PROCESS: "g_malloc",
        THREAD: "t_malloc",
    },
    "frontends/gfortran/state": {FRONT_END: "g_state", THREAD: "t_state"},
    "frontends/mpi/basic": {CONSTANT: "named_list::list"},
    "frontends/mpi/errors": {FRONT_END: "g_codes"},
    "frontends/mpi/far_accumulate": {FRONT_END: "g_origin"},
    "frontends/mpi/far_serve": {FRONT_END: "g_target"},
    "frontends/mpi/job": {FRONT_END: "g_job"},
    "frontends/mpi/layout_cache": {FRONT_END: "g_layouts"},
    "frontends/mpi/notices": {FRONT_END: "g_notices"},
    "frontends/mpi/notify": {
        INTERFACE: """
            MPIX_ERR_RMA_NOTIFICATION MPIX_WIN_NOTIFICATION_NUM_SB MPIX_WIN_NOTIFICATION_NUM_UB
            MPIX_WIN_NOTIFICATION_VALUE_UB
        """,
    },
    "frontends/mpi/operate": {CONSTANT: "operation_of::operations?"},
    "frontends/mpi/progress": {
        FRONT_END: "g_progress",
        CONSTANT: "reaches_private_by_help::is_needed",
    },
    "frontends/mpi/real": {LOADER: "g_objects? g_real g_search"},
    "frontends/mpi/registry": {FRONT_END: "g_registry"},
    "frontends/mpi/request": {FRONT_END: "g_requests"},
    "frontends/mpi/team": {FRONT_END: "g_teams"},
    "frontends/mpi/thread_state": {THREAD: "t_state"},
    "frontends/prif/state": {FRONT_END: "g_state"},
    "frontends/translated/state": {FRONT_END: "g_state", THREAD: "t_state"},
    "src/api/archive_links": {CONSTANT: "g_linked"},
    "src/base/copy": {PROCESS: "g_copy_times"},
    "src/base/counters": {PROCESS: "g_tallies"},
    "src/base/log": {SETTING: "log::threshold"},
    "src/base/naming": {PROCESS: "g_naming"},
    "src/base/record": {THREAD: "arauto_thread"},
    "src/base/status": {THREAD: "last_text"},
    "src/boot/managed": {PROCESS: "g_manager g_process"},
    "src/boot/profile": {PROCESS: "g_profile"},
    "src/boot/managers/pmix": {PROCESS: "g_pmix"},
    "src/epoch/epoch_access": {PROCESS: "g_kernel_count g_kernels g_kernels_mutex"},
    "src/remote/near_rpc": {THREAD: "t_is_rpc_thread"},
    "src/remote/rpc": {THREAD: "t_is_sending"},
    "src/job/whole_rank": {POINTER: "arauto_rank_of_process"},
    "src/os/fatal_signals": {PROCESS: "g_note"},
    "src/os/process": {PROCESS: "g_before"},
    "src/os/shared_memory": {CONSTANT: "guard_bytes::bytes"},
    "src/transport/ofi/library": {CONSTANT: "library::loaded"},
}
