// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See parting.hpp.
#include "core/parting.hpp"

#include "base/clock.hpp"

#include <mutex>
#include <vector>

namespace arauto::core {
namespace {

struct Parting {
    std::mutex mutex;
    std::vector<bool> unheard; // nodes
    int64_t last_ns = 0; // when the last of them fell silent; 0: none has
};
Parting g_parting;

/// One side: how many nodes, and the lowest.
struct Side {
    int nodes = 0;
    int first = -1;

    void add(int node) noexcept {
        first = nodes == 0 ? node : first;
        ++nodes;
    }
};

} // namespace

void open_parting(int nodes) noexcept {
    g_parting.unheard.assign(static_cast<size_t>(nodes), false);
}

void note_unheard(int node) noexcept {
    const std::lock_guard lock(g_parting.mutex);
    g_parting.unheard[static_cast<size_t>(node)] = true;
    g_parting.last_ns = now_ns();
}

bool is_unheard(int node) noexcept {
    const std::lock_guard lock(g_parting.mutex);
    return g_parting.unheard[static_cast<size_t>(node)];
}

bool was_one_unheard(int64_t within_ns) noexcept {
    const std::lock_guard lock(g_parting.mutex);
    return g_parting.last_ns != 0 && now_ns() - g_parting.last_ns <= within_ns;
}

bool is_cut_off(bool (*is_dead)(int node)) noexcept {
    const std::lock_guard lock(g_parting.mutex);
    Side here;
    Side there;
    const auto nodes = static_cast<int>(g_parting.unheard.size());
    for (int node = 0; node < nodes; ++node) {
        if (g_parting.unheard[static_cast<size_t>(node)]) {
            there.add(node);
        } else if (!is_dead(node)) {
            here.add(node);
        }
    }
    return there.nodes > here.nodes || (there.nodes == here.nodes && there.first < here.first);
}

} // namespace arauto::core
