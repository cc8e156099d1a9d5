// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch.hpp.
#include "epoch.hpp"

#include "errors.hpp"
#include "thread_state.hpp"
#include "wait.hpp"

#include "arauto/spi/epoch.h"

#include <cstdio>
#include <cstring>

namespace arauto::mpi {
namespace {

int class_of(arauto_status_t status) noexcept {
    switch (status) {
    case ARAUTO_ERR_EPOCH:
        return MPI_ERR_RMA_SYNC;
    case ARAUTO_ERR_FAILED:
    case ARAUTO_ERR_STOPPED:
        return kProcessEnded;
    case ARAUTO_ERR_MEMORY:
        return MPI_ERR_NO_MEM;
    case ARAUTO_ERR_RANK:
        return MPI_ERR_RANK;
    case ARAUTO_ERR_RANGE:
        return MPI_ERR_RMA_RANGE;
    case ARAUTO_ERR_ARGUMENT:
        return MPI_ERR_ARG;
    default:
        return MPI_ERR_OTHER;
    }
}

arauto_epochs_state_t state_of(Window& window) noexcept {
    arauto_epochs_state_t state{};
    const Guard guard(window);
    arauto_epochs_query(window.epochs, &state);
    return state;
}

} // namespace

int fail_with(const Window& window, arauto_status_t status, const char* call) noexcept {
    if (has_gone(status) && ended_member(*window.team) >= 0) {
        return fail_ended(window, call);
    }
    // The runtime's message begins with the name of its own call, which the MPI call replaces.
    char sentence[MPI_MAX_ERROR_STRING];
    std::snprintf(sentence, sizeof sentence, "%s", arauto_last_error());
    const char* const colon = std::strstr(sentence, ": ");
    const bool names_call = std::strncmp(sentence, "arauto_", 7) == 0 && colon != nullptr;
    return fail(window, class_of(status), "%s: %s", call, names_call ? colon + 2 : sentence);
}

Admission find_admission(Window& window, int member) noexcept {
    if (window.access == Access::none) {
        return Admission::none;
    }
    int is_ready = 0;
    const Guard guard(window);
    arauto_status_t status = arauto_epoch_reach(window.epochs, member, &is_ready);
    if (is_ready == 0 && status >= 0 && window.access == Access::started && !window.has_looked) {
        // A peer that is about to post does so within the time of a cache line's transfer or two,
        // and recording costs more. These looks take half a microsecond, once in each epoch.
        for (int look = 0; look < spi::kLooksBeforeRecord && is_ready == 0 && status >= 0; ++look) {
            status = arauto_epoch_reach(window.epochs, member, &is_ready);
        }
        window.has_looked = is_ready == 0;
    }
    if (status == ARAUTO_ERR_EPOCH) {
        return Admission::none;
    }
    return is_ready != 0 ? Admission::now
                         : Admission::later; // recording the operation finds an error again
}

bool has_open_epoch(const Window& window) noexcept {
    arauto_epochs_state_t state{};
    arauto_epochs_query(window.epochs, &state);
    return state.is_exposed != 0 || state.is_started != 0 || state.is_all_locked != 0 ||
           state.locks != 0;
}

const char* why_not_free(Window& window) noexcept {
    const arauto_epochs_state_t state = state_of(window);
    if (state.is_exposed != 0 || state.is_started != 0 || state.is_all_locked != 0 ||
        state.locks != 0) {
        return "an epoch is open on this window; close it first";
    }
    if (state.is_fenced != 0 && state.recorded != 0) {
        return "the epoch that a fence has opened has pending operations; close it by a fence";
    }
    return nullptr;
}

void drain(Window& window) noexcept {
    const int nothing = ARAUTO_EPOCH_NOPRECEDE | ARAUTO_EPOCH_NOSUCCEED;
    arauto_epoch_fence(window.epochs, nothing, nullptr); // closes an epoch that a fence has opened
    window.access = Access::none;
    window.set_open(false);
    t_state.note_call();
    arauto_epochs_drain(window.epochs);
}

} // namespace arauto::mpi
