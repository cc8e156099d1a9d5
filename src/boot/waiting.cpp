// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See waiting.hpp.
#include "boot/waiting.hpp"

#include <vector>

namespace arauto::boot {
namespace {

constexpr size_t kRunsMax = 8; // of neighbours that are listed

/// "image 3", "images 1, 3 to 8".
std::string list(const std::vector<int>& images) {
    std::string text = images.size() == 1 ? "image " : "images ";
    size_t runs = 0;
    for (size_t first = 0; first < images.size(); ++runs) {
        size_t last = first;
        while (last + 1 < images.size() && images[last + 1] == images[last] + 1) {
            ++last;
        }
        if (runs == kRunsMax) {
            return text + " and " + std::to_string(images.size() - first) + " more";
        }
        text += (runs == 0 ? "" : ", ") + std::to_string(images[first]);
        if (last > first) {
            text += (last > first + 1 ? " to " : ", ") + std::to_string(images[last]);
        }
        first = last + 1;
    }
    return text;
}

} // namespace

std::string tell_who_waits(std::span<const ImageBlock> blocks) {
    std::vector<int> waiting;
    std::vector<int> working;
    for (size_t rank = 0; rank < blocks.size(); ++rank) {
        const ImageBlock& block = blocks[rank];
        // PAIR job.changes: look at states
        if (block.state.load(std::memory_order_acquire) == ImageState::running) {
            // relaxed because it is a snapshot
            const bool waits = block.waiting.load(std::memory_order_relaxed) > 0;
            (waits ? waiting : working).push_back(static_cast<int>(rank) + 1);
        }
    }
    if (waiting.empty()) {
        return "";
    }
    const std::string verb = waiting.size() == 1 ? " waits" : " wait";
    if (working.empty()) {
        return list(waiting) + verb + ", and no other runs";
    }
    std::string process;
    if (working.size() == 1) {
        const ImageBlock& block = blocks[static_cast<size_t>(working[0]) - 1];
        // relaxed because `state` orders it
        process = " (process " + std::to_string(block.pid.load(std::memory_order_relaxed)) + ")";
    }
    return list(waiting) + verb + ", " + list(working) + process +
           (working.size() == 1 ? " does not" : " do not");
}

} // namespace arauto::boot
