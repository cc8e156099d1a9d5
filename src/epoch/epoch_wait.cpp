// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_wait.hpp. The objects of this process are in one list, so that any wait, also one for
// something else, moves all of them on.
#include "epoch/epoch_wait.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "base/settings.hpp"
#include "runtime/duty_thread.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace arauto::core {
namespace {

EpochObjects& objects() noexcept {
    return *this_rank().epoch_objects;
}

bool step_engine(Epochs& view, int member) noexcept {
    EngineCell& cell = view.cell(member);
    if (cell.pending.load(std::memory_order_acquire) == 0 || // PAIR engine.pending: look
        !try_lock(view, cell)) {
        return false;
    }
    bool moved = false;
    if (cell.pending_now != 0) {
        Engine engine(view, member);
        moved = step(engine);
        if (moved && !engine.is_own()) {
            tally(ARAUTO_COUNTER_EPOCH_HELPED, 1);
        }
    }
    unlock(cell);
    return moved;
}

/// All ranks have ended and call nothing any more, so work that does not move soon never will.
constexpr int64_t kPatienceNs = 100'000'000;

bool is_pending(const EngineCell& cell) noexcept {
    return cell.pending.load(std::memory_order_acquire) != 0 && // PAIR engine.pending: look
           cell.broken.load(std::memory_order_acquire) == 0;
}

/// Whether work is left for this process, or for peers that may need its private memory.
bool is_any_pending() noexcept {
    for (Epochs* const epochs : objects().enlisted) {
        for (int member = 0; member < epochs->size; ++member) {
            if (is_pending(epochs->cell(member))) {
                return true;
            }
        }
    }
    return false;
}

/// Reports the epochs that are left. Called under objects().mutex.
void report_pending() noexcept {
    unsigned left = 0;
    for (Epochs* const epochs : objects().enlisted) {
        left += epochs->mine->pending.load(std::memory_order_acquire); // PAIR engine.pending: look
    }
    if (left != 0) {
        log(LogLevel::warn, "%s ends with %u %s that others have not matched: %s lost",
            name_of(this_rank().rank).text, left, left == 1 ? "epoch" : "epochs",
            left == 1 ? "it is" : "they are");
    }
}

/// The part of every wait that is for epochs.
void serve_epochs() noexcept {
    boot::JobHeader& header = *this_rank().header;
    if (header.all_departed.load(std::memory_order_acquire) != 0) { // PAIR job.termination: look
        return; // no peer is left to work with
    }
    // relaxed because only the value counts: no data is read by it
    if (step_own() && header.all_ended.load(std::memory_order_relaxed) != 0) {
        // relaxed because readers only compare the number with an earlier one
        header.moves.fetch_add(1, std::memory_order_relaxed);
    }
}

/// The duty of epochs, with ARAUTO_PROGRESS=thread.
int64_t step_all(bool) noexcept {
    constexpr int64_t kPauseNs = 20'000;
    bool moved = step_own();
    const std::unique_lock guard(objects().mutex, std::try_to_lock);
    for (size_t i = 0; guard.owns_lock() && i < objects().enlisted.size(); ++i) {
        moved |= step_peers(*objects().enlisted[i]);
    }
    return moved ? 0 : kPauseNs;
}

} // namespace

void enlist(Epochs& epochs) {
    const std::lock_guard guard(objects().mutex);
    objects().enlisted.push_back(&epochs);
    this_rank().epoch_hook.store(serve_epochs,
                                 std::memory_order_release); // PAIR wait.epoch_hook: set
    if (setting_choice(kProgressSetting).value == 1) {
        add_duty(step_all);
    }
}

void withdraw(Epochs& epochs) noexcept {
    const std::lock_guard guard(objects().mutex);
    std::erase(objects().enlisted, &epochs);
}

void finish_epochs() noexcept {
    const std::lock_guard guard(objects().mutex);
    int64_t moved_at = 0;
    while (is_any_pending()) {
        bool moved = false;
        for (Epochs* const epochs : objects().enlisted) {
            moved |= step_own(*epochs);
            moved |= step_peers(*epochs);
        }
        const int64_t now = now_ns();
        moved_at = moved || moved_at == 0 ? now : moved_at;
        if (now - moved_at > kPatienceNs) {
            report_pending();
            return;
        }
        os::yield_core();
    }
}

bool has_pending_epochs() noexcept {
    const std::unique_lock guard(objects().mutex, std::try_to_lock);
    return !guard.owns_lock() || // the holder of the lock moves them on
           std::any_of(objects().enlisted.begin(), objects().enlisted.end(),
                       [](const Epochs* epochs) { return is_pending(*epochs->mine); });
}

void report_epochs_left() noexcept {
    const std::lock_guard guard(objects().mutex);
    report_pending();
}

bool step_own(Epochs& epochs) noexcept {
    return step_engine(epochs, epochs.rank);
}

bool step_own() noexcept {
    const std::unique_lock guard(objects().mutex, std::try_to_lock);
    if (!guard.owns_lock()) {
        return false;
    }
    bool moved = false;
    for (Epochs* const epochs : objects().enlisted) {
        moved |= step_own(*epochs);
    }
    return moved;
}

bool step_peers(Epochs& epochs) noexcept {
    bool moved = false;
    if (epochs.is_spread) { // a helper's accesses would be in no order with the owner's
        return false;
    }
    for (int member = 0; member < epochs.size; ++member) {
        if (member != epochs.rank) {
            moved |= step_engine(epochs, member);
        }
    }
    return moved;
}

bool step_one_peer(Epochs& epochs) noexcept {
    if (epochs.is_spread) {
        return false;
    }
    // relaxed because threads that take the same number only step the same engine, under its lock
    const int member = (epochs.next_to_help.load(std::memory_order_relaxed) + 1) % epochs.size;
    epochs.next_to_help.store(member, std::memory_order_relaxed); // relaxed because, as above
    return member != epochs.rank && step_engine(epochs, member);
}

} // namespace arauto::core
