// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_missing.hpp.
#include "epoch/epoch_missing.hpp"

#include "epoch/engine.hpp"

namespace arauto::core {
namespace {

using Kind = boot::WaitDetail::Kind;

/// Adds a link that waits, unless the detail has links of another kind already.
void add(const Epochs& epochs, const Link& link, Kind kind, boot::WaitDetail& detail) noexcept {
    if (detail.kind == Kind::none || detail.kind == kind) {
        detail.kind = kind;
        detail.add_rank(epochs.to_world(link.rank));
    }
}

void look_at_link(const Epochs& epochs,
                  const Epoch& epoch,
                  const Link& link,
                  boot::WaitDetail& detail) noexcept {
    if (link.is_finished) {
        return;
    }
    if (epoch.kind == EpochClass::fence) {
        if (epoch.is_announced) {
            find_missing_at_fence(epochs, link.id, detail);
        }
        return;
    }
    if (link.rank < 0) {
        return; // a lock_all, which no single member holds up
    }
    const Pair& pair = epochs.pairs[link.rank];
    if (epoch.kind == EpochClass::start) {
        // relaxed because the detail is for the user alone, here and below
        if (link.stage == Stage::counted &&
            pair.granted.load(std::memory_order_relaxed) < link.id) {
            add(epochs, link, Kind::posts, detail);
        }
    } else if (epoch.kind == EpochClass::post) {
        // relaxed because as in the case above
        if (pair.done.load(std::memory_order_relaxed) < link.id) {
            add(epochs, link, Kind::completions, detail);
        }
    } else if (link.stage != Stage::held) {
        add(epochs, link, Kind::lock, detail);
    }
}

/// The first of a queue of links.
void look_at_queue(const Engine& engine, const Queue& queue, boot::WaitDetail& detail) noexcept {
    if (queue.head != 0) {
        const Link& link = engine.at<Link>(queue.head);
        look_at_link(engine.view, engine.at<Epoch>(link.epoch), link, detail);
    }
}

/// @return whether an epoch that has begun completes with the request
bool look_at_closed(const Engine& engine, JobOffset request, boot::WaitDetail& detail) noexcept {
    for (const Queue& list : engine.cell.closed) {
        for (JobOffset at = list.head; at != 0; at = engine.at<Epoch>(at).next) {
            const Epoch& epoch = engine.at<Epoch>(at);
            if (epoch.closing == request) {
                find_missing_of(engine.view, epoch, detail);
                return true;
            }
        }
    }
    return false;
}

} // namespace

void find_missing_of(const Epochs& epochs, const Epoch& epoch, boot::WaitDetail& detail) noexcept {
    const Link* const links = &epochs.at<Link>(epoch.links);
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        look_at_link(epochs, epoch, links[i], detail);
    }
}

void find_missing_at_fence(const Epochs& epochs,
                           uint64_t number,
                           boot::WaitDetail& detail) noexcept {
    if (epochs.is_spread) {
        return; // to look at a member on another node takes a message
    }
    detail.kind = Kind::fence;
    for (int member = 0; member < epochs.size; ++member) {
        // PAIR epoch.arrived: look
        if (epochs.cell(member).arrived.load(std::memory_order_acquire) < number) {
            detail.add_rank(epochs.to_world(member));
        }
    }
}

void find_missing(Epochs& epochs, JobOffset request, boot::WaitDetail& detail) noexcept {
    const OwnerGuard guard(epochs);
    if (guard.status() < 0 || guard.is_alone()) {
        return;
    }
    const Engine engine(epochs, epochs.rank);
    if (request != 0 && look_at_closed(engine, request, detail)) {
        return;
    }
    look_at_queue(engine, engine.cell.wide, detail);
    for (int member = 0; member < epochs.size; ++member) {
        const Pair& pair = engine.pair(member);
        look_at_queue(engine, pair.access, detail);
        look_at_queue(engine, pair.exposure, detail);
        look_at_queue(engine, pair.lock, detail);
    }
}

} // namespace arauto::core
