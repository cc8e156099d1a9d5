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

ALLOWED: dict[str, dict[str, str]] = {
    "frontends/coarray/state": {FRONT_END: "g_state"},
    "frontends/coarray/teams": {FRONT_END: "images"},
    "frontends/gfortran/bindings": {
        FRONT_END: "binding_gate g_always_open g_closed g_segment own_header table::the_table",
    },
    "frontends/gfortran/component": {THREAD: "t_last_scalar"},
    "frontends/gfortran/events": {FRONT_END: "free_ranges::ranges g_arena_count g_arenas"},
    "frontends/gfortran/accessor_ask": {FRONT_END: "fetches::the_fetches"},
    "frontends/gfortran/accessor_table": {
        FRONT_END: "accessors::the_accessors",
        INTERFACE: "arauto_gfortran_accessors",
    },
    "frontends/gfortran/element_access": {
        FRONT_END: "g_has_hints",
        INTERFACE: "arauto_gfortran_element_access",
    },
    "frontends/gfortran/foreign": {FRONT_END: "foreign", SETTING: "is_allowed::allowed"},
    "frontends/gfortran/hint": {THREAD: "pending_hint"},
    "frontends/gfortran/image_memory": {FRONT_END: "g_own g_segment"},
    "frontends/gfortran/native_start": {FRONT_END: "g_follows g_has_begun"},
    "frontends/gfortran/native_start_14": {FRONT_END: "g_follows"},
    "frontends/gfortran/program_malloc": {
        PROCESS: "block_heap::heap block_heap::memory g_key g_ranges libc_usable_bytes::function",
        THREAD: "t_cache t_gave_new t_has_ended t_kept",
    },
    "frontends/gfortran/images": {FRONT_END: "g_has_accessors g_has_pointers g_running"},
    "frontends/gfortran/guard": {
        PROCESS: "can_guard::can g_old",
        THREAD: "guard_state",
    },
    "frontends/gfortran/accessor_guarded": {PROCESS: "malloc_is_shared::is_shared"},
    "frontends/gfortran/accessor_run": {PROCESS: "realloc_is_ours::is_ours"},
    "frontends/gfortran/owner": {FRONT_END: "owner_functions"},
    "frontends/gfortran/registry": {FRONT_END: "registry::the_registry"},
    "frontends/gfortran/remote": {FRONT_END: "part_stride"},
    "frontends/gfortran/safe_pair": {FRONT_END: "g_pairs"},
    "frontends/gfortran/stop": {FRONT_END: "_gfortran_caf_random_init::calls"},
    "frontends/gfortran/sync": {THREAD: "t_follows_allocate"},
    "frontends/gfortran/target_bindings": {
        FRONT_END: "copies::the_copies",
        THREAD: "known_targets make_known::end",
    },
    "frontends/gfortran/transfer": {THREAD: "t_sentence"},
    "frontends/mpi/basic": {CONSTANT: "named_list::list named_types::types"},
    "frontends/mpi/contents": {CONSTANT: "large::functions"},
    "frontends/mpi/errors": {FRONT_END: "g_codes"},
    "frontends/mpi/far_accumulate": {
        FRONT_END: """
            g_give_staging g_serve g_serve_staged g_staging_buffers g_staging_in_use
        """,
    },
    "frontends/mpi/far_serve": {FRONT_END: "g_looks g_ticket give_staging_buffer::given"},
    "frontends/mpi/job": {FRONT_END: "g_job"},
    "frontends/mpi/layout_cache": {
        FRONT_END: "g_decoding g_generation g_is_usable g_keyval g_predefined",
    },
    "frontends/mpi/notices": {FRONT_END: "g_ended"},
    "frontends/mpi/notify": {
        FRONT_END: "g_mutex g_notices_key",
        INTERFACE: """
            MPIX_ERR_RMA_NOTIFICATION MPIX_WIN_NOTIFICATION_NUM_SB MPIX_WIN_NOTIFICATION_NUM_UB
            MPIX_WIN_NOTIFICATION_VALUE_UB
        """,
    },
    "frontends/mpi/notify_guard": {FRONT_END: "g_requests_mutex"},
    "frontends/mpi/operate": {CONSTANT: "operation_of::operations?"},
    "frontends/mpi/progress": {
        FRONT_END: "g_progress",
        CONSTANT: "reaches_private_by_help::is_needed",
    },
    "frontends/mpi/real": {
        LOADER: "fortran_status_ignore::variable g_is_found g_library g_mutex g_objects? g_real",
    },
    "frontends/mpi/registry": {FRONT_END: "g_registry"},
    "frontends/mpi/request": {
        FRONT_END: """
            finished::request g_finished_key g_last g_made g_request_count g_requests g_spare_count
            g_spares
        """,
    },
    "frontends/mpi/team": {FRONT_END: "g_teams"},
    "frontends/mpi/thread_state": {THREAD: "t_state"},
    "frontends/prif/state": {FRONT_END: "g_state"},
    "frontends/translated/state": {FRONT_END: "g_state", THREAD: "t_state"},
    "src/api/archive_links": {CONSTANT: "g_linked"},
    "src/base/counters": {PROCESS: "g_tallies"},
    "src/base/log": {SETTING: "log::threshold"},
    "src/base/naming": {PROCESS: "g_naming"},
    "src/base/status": {THREAD: "last_text"},
    "src/boot/managed": {PROCESS: "g_manager g_process"},
    "src/boot/managers/pmix": {PROCESS: "g_pmix"},
    "src/epoch/epoch_access": {PROCESS: "g_kernel_count g_kernels g_kernels_mutex"},
    "src/remote/near_rpc": {THREAD: "t_is_rpc_thread"},
    "src/remote/rpc": {THREAD: "t_is_sending"},
    "src/job/whole_rank": {POINTER: "arauto_rank_of_process"},
    "src/os/fatal_signals": {PROCESS: "g_watch"},
    "src/os/process": {PROCESS: "g_before"},
    "src/os/shared_memory": {CONSTANT: "guard_bytes::bytes"},
    "src/transport/ofi/library": {CONSTANT: "library::loaded"},
}
