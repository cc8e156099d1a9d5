// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// MPI_Init, MPI_Init_thread and the calls of sessions: this library's work before and after the
// MPI's own functions.
#include "errors.hpp"
#include "job.hpp"
#include "job_life.hpp"
#include "layout_cache.hpp"
#include "native.hpp"
#include "notify.hpp"
#include "presence.hpp"
#include "real.hpp"
#include "team.hpp"

#include "arauto/spi/info.h"
#include "arauto/spi/runtime.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace arauto::mpi {
namespace {

/// Begins the job of those processes of MPI_COMM_WORLD that have the library.
void begin_job_of_world() noexcept {
    constexpr int kTag = 0x0a3a; // distinguishes this MPI_Comm_create_group
    const Presence presence = find_present();
    if (!presence.is_certain) {
        agree_or_end(presence);
    }
    int size = 0;
    real().Comm_size(MPI_COMM_WORLD, &size);
    const auto present = static_cast<int>(presence.ranks.size());
    if (!presence.is_certain || present == size) {
        begin_job(MPI_COMM_WORLD);
        return;
    }
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    real().Comm_group(MPI_COMM_WORLD, &world);
    real().Group_incl(world, present, presence.ranks.data(), &group);
    real().Comm_create_group(MPI_COMM_WORLD, group, kTag, &comm);
    real().Group_free(&world);
    real().Group_free(&group);
    g_job.lacks_some = true;
    log_absent(presence.ranks);
    begin_job(comm);
    real().Comm_free(&comm);
}

void begin_world() noexcept {
    if (g_job.is_off) {
        log_all_native("ARAUTO_MPI is off");
        return;
    }
    g_job.has_world = true;
    int key = MPI_KEYVAL_INVALID;
    real().Comm_create_keyval(copy_nothing<MPI_Comm>, begin_to_finalize, &key, nullptr);
    real().Comm_set_attr(MPI_COMM_SELF, key, nullptr);
    if (may_begin_job()) {
        begin_job_of_world();
    }
}

/// Called before the MPI begins. Open MPI 5 tries its component for InfiniBand for every window,
/// which takes milliseconds and prints a line where there is no InfiniBand. There that component is
/// left out, unless the user has set OMPI_MCA_osc.
void prepare() noexcept {
    find_mpi();
    g_job.is_off = std::strcmp(arauto_setting("ARAUTO_MPI"), "off") == 0;
#if defined(OPEN_MPI)
    if (!g_job.is_off && access("/sys/class/infiniband", F_OK) != 0) {
        setenv("OMPI_MCA_osc", "^ucx", 0);
    }
#endif
}

/// The end of the last session destroys all objects of the MPI that this library holds, unless the
/// program has called MPI_Init.
void forget_sessions() noexcept {
    if (g_job.has_world) {
        return;
    }
    give_mpi_back();
    forget_teams();
    end_layouts();
    forget_keys();
    forget_error_codes();
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Init(int* argc, char*** argv) {
    if (arauto_mpi_level() >= 0) {
        return MPI_SUCCESS;
    }
    prepare();
    if (!g_job.is_off) {
        show_presence();
    }
    const int status = real().Init(argc, argv);
    if (status == MPI_SUCCESS) {
        begin_world();
    }
    return status;
}
ARAUTO_MPI_BOTH(Init)

ARAUTO_MPI_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    if (const int level = arauto_mpi_level(); level >= 0) {
        *provided = level;
        return MPI_SUCCESS;
    }
    prepare();
    if (!g_job.is_off) {
        show_presence();
    }
    const int status = real().Init_thread(argc, argv, required, provided);
    if (status == MPI_SUCCESS) {
        begin_world();
    }
    return status;
}
ARAUTO_MPI_BOTH(Init_thread)

ARAUTO_MPI_EXPORT int
MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    prepare();
    if (real().Session_init == nullptr) {
        return MPI_ERR_UNSUPPORTED_OPERATION; // the MPI is older than sessions
    }
    const int status = real().Session_init(info, errhandler, session);
    if (status == MPI_SUCCESS) {
        count_session();
    }
    return status;
}
ARAUTO_MPI_BOTH(Session_init)

ARAUTO_MPI_EXPORT int MPI_Session_finalize(MPI_Session* session) {
    if (real().Session_finalize == nullptr) {
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    if (session != nullptr && uncount_session()) {
        forget_sessions();
    }
    return real().Session_finalize(session);
}
ARAUTO_MPI_BOTH(Session_finalize)
