// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Losses of ranks: a rank can no longer be reached, or its process is gone. This module decides for
// this node whether such a rank has died, and whether the job goes on without it. Each node waits
// for its turn, so that the node nearest to a death announces it first.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace arauto::core {

/// A rank can no longer be reached, or its process is gone. By any thread; never waits.
void note_loss(int rank) noexcept;
/// As note_loss, when it is certain that the rank is gone: it does not live on in another part of a
/// divided network.
void note_certain_loss(int rank) noexcept;

/// Gives up a node that has been silent for so long that it counts as dead. In a job that goes on,
/// its death is announced only once other silent nodes must have been noticed: a node that is cut
/// off gives up no other, or its events would go out when its links come back.
void give_up_node(int node) noexcept;

/// Decides on the losses whose time has come. By the progress thread.
void decide_losses(int64_t now_ns) noexcept;

struct Loss {
    int rank;
    int64_t due_ns; // when it is this node's turn to announce it
    bool is_late = false; // other nodes were given time to announce it
    bool is_certain = false; // its process has ended
    bool is_probed = false; // its machine is being probed
    bool has_answered = false; // its machine has answered
    bool is_silent = false; // its machine is silent, and nothing proves that it has ended
};

/// State. Only losses.cpp looks into this.
struct Losses {
    std::mutex mutex;
    std::vector<Loss> losses; // not decided on yet
};

} // namespace arauto::core
