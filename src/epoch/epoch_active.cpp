// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Post, start, complete and wait. While nothing is pending these calls only look at counts; an
// epoch that cannot be finished at once goes to the engine.
#include "epoch/epoch_active.hpp"

#include "epoch/epoch_call.hpp"
#include "epoch/epoch_missing.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "epoch/epoch_wait.hpp"

namespace arauto::core {
namespace {

// The links of an access epoch and those of an exposure epoch: which count finishes a link, whether
// that count has come, and what this rank does when it finishes the link.

struct AccessLinks {
    [[nodiscard]] static const std::atomic<uint64_t>& count(const Epochs& epochs,
                                                            const Link& link) noexcept {
        return epochs.pairs[link.rank].granted;
    }
    [[nodiscard]] static bool is_ready(const Epochs& epochs, const Link& link) noexcept {
        return link.stage == Stage::held ||
               epochs.pairs[link.rank].granted.load(std::memory_order_seq_cst) >=
                   link.id; // PAIR epoch.granted: access
    }
    static void finish(const Epochs& epochs, const Link& link) noexcept {
        Pair& there = epochs.cell(link.rank).pairs[epochs.rank];
        deliver_count(epochs, there.done, link.id, link.rank); // PAIR epoch.done: deliver
        tally(ARAUTO_COUNTER_EPOCH_DONE, 1, sizeof link.id);
    }
};

struct ExposureLinks {
    [[nodiscard]] static const std::atomic<uint64_t>& count(const Epochs& epochs,
                                                            const Link& link) noexcept {
        return epochs.pairs[link.rank].done;
    }
    [[nodiscard]] static bool is_ready(const Epochs& epochs, const Link& link) noexcept {
        return epochs.pairs[link.rank].done.load(std::memory_order_seq_cst) >=
               link.id; // PAIR epoch.done: look
    }
    static void finish(const Epochs&, const Link&) noexcept {}
};

/// Finishes the links that can be, without the engine. @return whether all are finished
template <typename Links> bool sweep(const Epochs& epochs, Epoch& epoch) noexcept {
    Link* const links = &epochs.at<Link>(epoch.links);
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        if (!links[i].is_finished && Links::is_ready(epochs, links[i])) {
            Links::finish(epochs, links[i]);
            links[i].is_finished = true;
            --epoch.links_left;
        }
    }
    return epoch.links_left == 0;
}

/// Looks at one count after the other. The loop is small, as decision 10 requires of the first
/// looks of a wait: PSCW takes 334 ns instead of 356.
template <typename Links> void look_at_counts(const Epochs& epochs, const Epoch& epoch) noexcept {
    const Link* const links = &epochs.at<Link>(epoch.links);
    int looks = this_rank().waits.policy.looks_without_pause;
    for (uint32_t i = 0; i < epoch.link_count && looks > 0; ++i) {
        const std::atomic<uint64_t>& count = Links::count(epochs, links[i]);
        const uint64_t wanted = links[i].stage == Stage::held ? 0 : links[i].id;
        // relaxed because the sweep that follows orders
        while (count.load(std::memory_order_relaxed) < wanted && --looks > 0) {
            cpu_pause();
        }
    }
}

/// Finishes with a failure the links whose peers are gone without having announced their part.
template <typename Links> void give_up_on_gone(const Epochs& epochs, Epoch& epoch) noexcept {
    Link* const links = &epochs.at<Link>(epoch.links);
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        const Presence there =
            links[i].is_finished ? Presence::here : presence(epochs, links[i].rank);
        if (there != Presence::here && !Links::is_ready(epochs, links[i])) {
            note(epoch, status_of(there), epochs.to_world(links[i].rank));
            links[i].is_finished = true;
            --epoch.links_left;
        }
    }
}

/// Closes an access or exposure epoch, the links of which are finished by counts: at once if all
/// counts have come, by waiting if there is no request and nothing else is pending, else by the
/// engine.
template <typename Links>
Status close_counted(Epochs& epochs,
                     JobOffset& open,
                     arauto_request_t* request,
                     const char* call) noexcept {
    Epoch& epoch = epochs.at<Epoch>(open);
    OwnerGuard guard(epochs);
    if (!guard.is_alone() || guard.status() < 0) {
        return close_by_engine(epochs, guard, open, request, call);
    }
    // With a request this call must return soon, and the pauses between these looks last long on
    // some processors.
    if (request == nullptr) {
        look_at_counts<Links>(epochs, epoch);
    }
    if (!comes_soon([&] { return sweep<Links>(epochs, epoch); })) {
        if (request != nullptr) {
            return close_by_engine(epochs, guard, open, request, call);
        }
        const auto watch = [&] {
            give_up_on_gone<Links>(epochs, epoch);
            return ARAUTO_OK;
        };
        const auto fill = [&](boot::WaitDetail& detail) { find_missing_of(epochs, epoch, detail); };
        const Status waited =
            wait_for(epochs, [&] { return sweep<Links>(epochs, epoch); }, described(watch, fill));
        static_cast<void>(waited); // the watch never gives up
    }
    const Status status = epoch.status;
    const int culprit = epoch.culprit;
    release_epoch(Engine(epochs, epochs.rank), epoch);
    open = 0;
    if (request != nullptr) {
        *request = {0, 0};
    }
    return status >= 0 ? ARAUTO_OK : fail_gone(status, culprit, call);
}

/// Shows the links of the open access epoch to operations, or hides them.
void show_links(Epochs& epochs, bool shown) noexcept {
    const Epoch& epoch = epochs.at<Epoch>(epochs.start);
    const Link* const links = &epochs.at<Link>(epoch.links);
    for (uint32_t i = 0; i < epoch.link_count; ++i) {
        epochs.pairs[links[i].rank].open = shown ? epochs.offset_of(&links[i]) : 0;
    }
}

/// Opens an exposure epoch while no epoch of this object is pending: without the checks that
/// pending epochs require, which took a sixth of a round of post, start, put, complete and wait
/// with oneself (118 ns, now 102).
Status post_when_idle(Epochs& epochs, RankList origins) noexcept {
    const NewEpoch made = allocate_epoch(epochs, origins.count);
    if (made.epoch == 0) {
        return ARAUTO_ERR_MEMORY;
    }
    const Engine engine(epochs, epochs.rank);
    for (int i = 0; i < origins.count; ++i) {
        expose(engine, origins.ranks[i]); // first: they may be waiting for it
    }
    fill_epoch(epochs, made, EpochClass::post, origins);
    Link* const links = &epochs.at<Link>(made.links);
    for (int i = 0; i < origins.count; ++i) {
        links[i].id = epochs.pairs[links[i].rank].exposures;
    }
    epochs.post = made.epoch;
    return ARAUTO_OK;
}

/// Opens an access epoch while no epoch of this object is pending.
Status start_when_idle(Epochs& epochs, RankList targets, bool is_unchecked) noexcept {
    const NewEpoch made = allocate_epoch(epochs, targets.count);
    if (made.epoch == 0) {
        return ARAUTO_ERR_MEMORY;
    }
    fill_epoch(epochs, made, EpochClass::start, targets).is_unchecked = is_unchecked;
    Link* const links = &epochs.at<Link>(made.links);
    for (int i = 0; i < targets.count; ++i) {
        Pair& pair = epochs.pairs[links[i].rank];
        links[i].id = ++pair.accesses;
        links[i].stage = is_unchecked ? Stage::held : Stage::counted;
        pair.open = epochs.offset_of(&links[i]);
    }
    epochs.start = made.epoch;
    return ARAUTO_OK;
}

} // namespace

Status open_post(Epochs& epochs, RankList origins) noexcept {
    constexpr const char* kCall = "arauto_epoch_post";
    if (epochs.post != 0) {
        return fail(ARAUTO_ERR_EPOCH,
                    "%s: an exposure epoch is open already; close it by arauto_epoch_wait", kCall);
    }
    OwnerGuard guard(epochs);
    Status status = epochs.is_fenced ? leave_fence(epochs, guard, kCall) : guard.status();
    if (status >= 0) {
        status = guard.is_alone() ? post_when_idle(epochs, origins)
                                  : open_epoch(epochs, guard, {EpochClass::post, false, false},
                                               origins, &epochs.post);
    }
    return status == ARAUTO_ERR_MEMORY ? no_memory(kCall) : status;
}

Status open_start(Epochs& epochs, RankList targets, bool is_unchecked) noexcept {
    constexpr const char* kCall = "arauto_epoch_start";
    if ((epochs.start | epochs.everyone | epochs.locks) != 0) {
        if (const Status status = check_no_access(epochs, kCall); status < 0) {
            return status;
        }
    }
    OwnerGuard guard(epochs);
    Status status = epochs.is_fenced ? leave_fence(epochs, guard, kCall) : guard.status();
    if (status >= 0 && guard.is_alone()) [[likely]] {
        status = start_when_idle(epochs, targets, is_unchecked);
    } else if (status >= 0) {
        status = open_epoch(epochs, guard, {EpochClass::start, false, is_unchecked}, targets,
                            &epochs.start);
        if (status >= 0) {
            show_links(epochs, true);
        }
    }
    return status == ARAUTO_ERR_MEMORY ? no_memory(kCall) : status;
}

Status close_start(Epochs& epochs, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_complete";
    if (epochs.start == 0) {
        return fail(ARAUTO_ERR_EPOCH, "%s: no access epoch is open; arauto_epoch_start opens one",
                    kCall);
    }
    show_links(epochs, false);
    const Status status = close_counted<AccessLinks>(epochs, epochs.start, request, kCall);
    if (epochs.start != 0) { // it could not be closed
        show_links(epochs, true);
    }
    return status;
}

Status close_post(Epochs& epochs, arauto_request_t* request) noexcept {
    constexpr const char* kCall = "arauto_epoch_wait";
    if (epochs.post == 0) {
        return fail(ARAUTO_ERR_EPOCH, "%s: no exposure epoch is open; arauto_epoch_post opens one",
                    kCall);
    }
    return close_counted<ExposureLinks>(epochs, epochs.post, request, kCall);
}

Status test_post(Epochs& epochs, bool* done_out) noexcept {
    constexpr const char* kCall = "arauto_epoch_test";
    if (epochs.post == 0) {
        return fail(ARAUTO_ERR_EPOCH, "%s: no exposure epoch is open; arauto_epoch_post opens one",
                    kCall);
    }
    WaitCheck check;
    // Serves peers as a wait does; that includes a step of each engine of this process.
    static_cast<void>(check.changed());
    static_cast<void>(step_peers(epochs));
    Status status = ARAUTO_OK;
    {
        OwnerGuard guard(epochs);
        if (guard.status() < 0) {
            return guard.status();
        }
        Epoch& epoch = epochs.at<Epoch>(epochs.post);
        if (epoch.is_deferred) {
            *done_out = false;
            return ARAUTO_OK;
        }
        *done_out = sweep<ExposureLinks>(epochs, epoch);
        if (!*done_out && !is_untroubled(epochs)) {
            give_up_on_gone<ExposureLinks>(epochs, epoch);
            *done_out = epoch.links_left == 0;
        }
        if (!*done_out) {
            return ARAUTO_OK;
        }
        status = epoch.status >= 0 ? ARAUTO_OK : fail_gone(epoch.status, epoch.culprit, kCall);
        Engine engine(epochs, epochs.rank);
        forget_epoch(engine, epoch);
        epochs.post = 0;
    }
    return status;
}

} // namespace arauto::core
