// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See started.hpp.
#include "started.hpp"

#include <algorithm>
#include <utility>

namespace arauto::mpi {
namespace {

bool agree(int one, int other, int any) noexcept {
    return one == other || one == any || other == any;
}

/// The first request in the queue that matches.
Matching* first_in(const MatchQueue& queue, Pattern arrived) noexcept {
    Matching* each = queue.oldest;
    while (each != nullptr && !each->wants(arrived)) {
        each = each->newer;
    }
    return each;
}

} // namespace

bool Matching::wants(Pattern other) const noexcept {
    return found < expected && agree(pattern.source, other.source, ARAUTO_ANY_SOURCE) &&
           agree(pattern.tag, other.tag, ARAUTO_ANY_TAG);
}

/// Doubles the number of queues. Requests of one queue keep their order.
void Started::grow() noexcept {
    const size_t before = mask_ + 1;
    mask_ = 2 * mask_ + 1;
    count_max_ *= 2;
    const auto old = std::exchange(queues_, std::make_unique<MatchQueue[]>(mask_ + 1));
    for (size_t i = 0; i < before; ++i) {
        for (Matching* each = old[i].oldest; each != nullptr;) {
            Matching* const next = each->newer;
            queue_of(each->pattern.tag).append(*each);
            each = next;
        }
    }
}

bool Started::look_for_rival(const Matching& request) const noexcept {
    const auto holds_rival = [&](const MatchQueue& queue) {
        const Matching* const first = first_in(queue, request.pattern);
        return first != nullptr && first->start < request.start;
    };
    if (holds_rival(of_any_tag_)) {
        return true;
    }
    if (request.pattern.tag != ARAUTO_ANY_TAG) {
        return holds_rival(*request.queue);
    }
    return std::any_of(queues_.get(), queues_.get() + mask_ + 1, holds_rival);
}

Matching* Started::find(Pattern arrived) const noexcept {
    Matching* const by_tag = first_in(queues_[bucket_of(arrived.tag)], arrived);
    Matching* const by_any = first_in(of_any_tag_, arrived);
    if (by_tag == nullptr || by_any == nullptr) {
        return by_tag != nullptr ? by_tag : by_any;
    }
    return by_tag->start < by_any->start ? by_tag : by_any;
}

} // namespace arauto::mpi
