// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See name_search.hpp.
#include "transport/ofi/name_search.hpp"

#include <thread>

namespace arauto::transport::ofi {

void NameSearch::begin(int peer) {
    std::thread([shared = shared_, lookup = lookup_, context = context_, peer] {
        Found found{peer, false, {}};
        found.is_there = lookup(context, peer, &found.name) && found.name.magic == kNameMagic;
        const std::lock_guard guard(shared->mutex);
        shared->found.push_back(found);
    }).detach();
}

std::vector<NameSearch::Found> NameSearch::take_found() {
    std::vector<Found> found;
    const std::lock_guard guard(shared_->mutex);
    found.swap(shared_->found);
    return found;
}

} // namespace arauto::transport::ofi
