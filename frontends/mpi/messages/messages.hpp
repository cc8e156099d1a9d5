// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of this library. The race checker keeps it, so that there is none in other jobs.
#pragma once

#include "real_messages.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace arauto::mpi {

/// One communicator. A rank in the job is one of MPI_COMM_WORLD.
struct Peers {
    uint64_t id = 0; // the same on all processes, and for all communicators of the same group
    bool is_inter = false;
    int rank = 0;
    std::vector<int> ranks; // in the job, of those to whom messages go
    uint64_t meetings = 0; // calls of the whole communicator so far
};

/// A request whose completion tells something, or a persistent one whose start does.
struct ToldRequest {
    enum class Kind : uint8_t { send, receive, meeting, from_root, to_root };
    Kind kind;
    MPI_Comm comm;
    int rank = 0; // of a persistent send: its target; of a call with a root: that
    int tag = 0; // also of a call with a root
    uint64_t meeting = 0;
    uint64_t count = 0; // of the meeting
    bool is_persistent = false;
    bool is_active = true;
};

struct Messages {
    RealMessages real = find_messages();
    std::mutex mutex; // of what follows
    std::map<uint64_t, std::unique_ptr<Peers>> communicators; // by the keys of their handles
    std::unordered_map<uint64_t, ToldRequest> requests; // by the keys of their handles
};

/// Null: the job is not checked.
[[nodiscard]] Messages* messages() noexcept;
[[nodiscard]] RealMessages real_messages() noexcept;

} // namespace arauto::mpi
