// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fault.hpp.
#include "transport/fault/fault.hpp"

#include "base/clock.hpp"
#include "base/naming.hpp"
#include "transport/settings.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace arauto::transport {
namespace {

constexpr size_t kHeldMax = 1024;
constexpr int64_t kLongestPauseNs = 1'000'000;
constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;

uint64_t mix(uint64_t x) noexcept {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

Status gone(int peer) noexcept {
    return fail(ARAUTO_ERR_FAILED,
                "%s can no longer be reached: the setting ARAUTO_FAULT has it fail",
                name_of(peer).text);
}

} // namespace

Fault::Fault(Network& inner, const Faults& faults, int rank)
    : inner_(inner), faults_(faults),
      description_(std::string(inner.description()) + ", with faults: " + in_words(faults)),
      state_(mix(faults.seed) + kGolden * static_cast<uint64_t>(rank)) {}

Fault::~Fault() {
    while (!held_.empty()) {
        release(INT64_MAX);
        inner_.serve();
    }
}

uint64_t Fault::draw() noexcept {
    state_ += kGolden;
    return mix(state_);
}

int64_t Fault::draw_due() noexcept {
    if (faults_.delay_ns == 0) {
        return 0;
    }
    return now_ns() + static_cast<int64_t>(draw() % (static_cast<uint64_t>(faults_.delay_ns) + 1));
}

bool Fault::draw_again() noexcept {
    return faults_.again_percent > 0 && draw() % 100 < static_cast<uint64_t>(faults_.again_percent);
}

void Fault::count_post(int peer) noexcept {
    if (peer == faults_.failing && !has_failed_ && posts_++ >= faults_.fails_after) {
        has_failed_ = true;
        drop(peer);
    }
}

bool Fault::is_gone(int peer) const noexcept {
    if (!has_failed_ || peer != faults_.failing) {
        return false;
    }
    static_cast<void>(gone(peer));
    return true;
}

/// Records the end of an operation; the sentence of a failure is this thread's last.
void Fault::end(uint64_t ticket, Status status, int64_t due_ns) {
    if (ticket != 0) {
        ended_.push_back({{ticket, status}, status < 0 ? last_error() : "", due_ns});
    }
}

/// Ends the operations that are held for a peer that is gone.
void Fault::drop(int peer) noexcept {
    std::erase_if(held_, [this, peer](const Held& held) {
        if (held.peer == peer) {
            end(held.ticket, gone(peer), 0);
        }
        return held.peer == peer;
    });
}

Posted Fault::hand_on(const Held& held) noexcept {
    if (held.kind == OperationKind::active_message) {
        return inner_.send(held.peer, held.copy, held.is_tracked);
    }
    return held.kind == OperationKind::runs ? inner_.post_runs(held.runs)
                                            : inner_.post(held.operation);
}

/// Posts the operations that were held long enough, as far as the inner network takes them.
bool Fault::release(int64_t now) noexcept {
    bool has_released = false;
    std::vector<int> waiting; // peers whose ordered things must wait for an earlier one
    for (auto held = held_.begin(); held != held_.end();) {
        const bool must_wait =
            held->due_ns > now || (held->is_ordered && std::find(waiting.begin(), waiting.end(),
                                                                 held->peer) != waiting.end());
        const Posted posted = must_wait ? Posted{Outcome::again, ARAUTO_OK} : hand_on(*held);
        if (posted.outcome == Outcome::again) {
            if (held->is_ordered) {
                waiting.push_back(held->peer);
            }
            ++held;
            continue;
        }
        if (posted.outcome != Outcome::posted) {
            end(held->ticket, posted.status, 0);
        }
        held = held_.erase(held);
        has_released = true;
    }
    return has_released;
}

/// Takes something in, to be handed on later; the caller has seen that it may be.
Posted Fault::hold(Held&& held) noexcept {
    held.due_ns = draw_due();
    if (!faults_.may_reorder) {
        held.is_ordered = true;
    }
    const Outcome outcome = held.ticket != 0 ? Outcome::posted : Outcome::done;
    held_.push_back(std::move(held));
    Held& last = held_.back(); // here it stays, so that it may point into itself
    if (last.operation.signal != nullptr) {
        last.operation.signal = &last.signal;
    }
    if (last.kind == OperationKind::operation && !last.copy.empty()) {
        last.operation.local = last.copy.data();
    }
    if (!last.copied_runs.empty()) {
        std::byte* from = last.copy.data();
        for (Run& run : last.copied_runs) {
            run.local = from;
            from += run.bytes;
        }
        last.runs.runs = last.copied_runs;
    }
    release(now_ns());
    return {outcome, ARAUTO_OK};
}

/// Whether a post may go on (done), or its result.
Posted Fault::begin(int peer) noexcept {
    count_post(peer);
    if (is_gone(peer)) {
        return {Outcome::failed, ARAUTO_ERR_FAILED};
    }
    if (draw_again() || held_.size() >= kHeldMax) {
        release(now_ns());
        return {Outcome::again, ARAUTO_OK};
    }
    return {Outcome::done, ARAUTO_OK};
}

Posted Fault::post(const Operation& operation) noexcept {
    const std::lock_guard guard(mutex_);
    const int peer = operation.remote.peer;
    if (const Posted posted = begin(peer); posted.outcome != Outcome::done) {
        return posted;
    }
    if (faults_.delay_ns == 0) {
        return inner_.post(operation);
    }
    Held held{};
    held.kind = OperationKind::operation;
    held.is_ordered = operation.ticket == 0 || operation.is_ordered ||
                      operation.kind == Kind::atomic || operation.remote.space == Space::foreign;
    held.is_tracked = operation.is_tracked;
    held.peer = peer;
    held.ticket = operation.ticket;
    held.operation = operation;
    if (operation.signal != nullptr) {
        held.signal = *operation.signal;
    }
    if (operation.ticket == 0 && operation.kind == Kind::put && operation.bytes > 0) {
        const auto* const data = static_cast<const std::byte*>(operation.local);
        held.copy.assign(data, data + operation.bytes);
    }
    return hold(std::move(held));
}

Posted Fault::post_runs(const RunsOperation& operation) noexcept {
    const std::lock_guard guard(mutex_);
    if (const Posted posted = begin(operation.peer); posted.outcome != Outcome::done) {
        return posted;
    }
    if (faults_.delay_ns == 0) {
        return inner_.post_runs(operation);
    }
    Held held{};
    held.kind = OperationKind::runs;
    held.is_ordered = true;
    held.peer = operation.peer;
    held.ticket = operation.ticket;
    held.runs = operation;
    if (operation.ticket == 0) {
        held.copied_runs.assign(operation.runs.begin(), operation.runs.end());
        for (const Run& run : operation.runs) {
            const auto* const data = static_cast<const std::byte*>(run.local);
            held.copy.insert(held.copy.end(), data, data + run.bytes);
        }
    }
    return hold(std::move(held));
}

Posted Fault::send(int peer, std::span<const std::byte> active_message, bool is_tracked) noexcept {
    const std::lock_guard guard(mutex_);
    if (const Posted posted = begin(peer); posted.outcome != Outcome::done) {
        return posted;
    }
    if (faults_.delay_ns == 0) {
        return inner_.send(peer, active_message, is_tracked);
    }
    Held held{};
    held.kind = OperationKind::active_message;
    held.is_ordered = true;
    held.is_tracked = is_tracked;
    held.peer = peer;
    held.copy.assign(active_message.begin(), active_message.end());
    return hold(std::move(held));
}

bool Fault::holds_unticketed(int peer, bool is_excepted) const noexcept {
    return std::any_of(held_.begin(), held_.end(), [&](const Held& held) {
        return held.ticket == 0 && held.is_tracked && (held.peer == peer) != is_excepted;
    });
}

bool Fault::is_flushed_to(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    release(now_ns());
    return !holds_unticketed(peer, false) && inner_.is_flushed_to(peer);
}

bool Fault::is_flushed_except(int peer, Flush wanted) noexcept {
    const std::lock_guard guard(mutex_);
    release(now_ns());
    return !holds_unticketed(peer, true) && inner_.is_flushed_except(peer, wanted);
}

size_t Fault::poll(std::span<Completion> completions) noexcept {
    const std::lock_guard guard(mutex_);
    const int64_t now = now_ns();
    release(now);
    Completion next{};
    for (size_t i = 0; i < completions.size() && inner_.poll({&next, 1}) == 1; ++i) {
        end(next.ticket, next.status, draw_due());
    }
    size_t count = 0;
    for (auto ended = ended_.begin(); ended != ended_.end() && count < completions.size();) {
        if (ended->due_ns > now) {
            if (!faults_.may_reorder) {
                break;
            }
            ++ended;
            continue;
        }
        if (ended->completion.status < 0) {
            static_cast<void>(fail(ended->completion.status, "%s", ended->sentence.c_str()));
        }
        completions[count++] = ended->completion;
        ended = ended_.erase(ended);
    }
    return count;
}

bool Fault::serve() noexcept {
    bool has_released = false;
    if (const std::unique_lock guard(mutex_, std::try_to_lock); guard.owns_lock()) {
        has_released = release(now_ns());
    }
    return inner_.serve() || has_released;
}

bool Fault::receive(ActiveMessage* active_message_out, Arrived arrived) noexcept {
    {
        const std::lock_guard guard(mutex_);
        release(now_ns());
    }
    if (!inner_.receive(active_message_out, arrived)) {
        return false;
    }
    // relaxed because only the number counts
    if (faults_.delay_ns > 0 && received_.fetch_add(1, std::memory_order_relaxed) % 8 == 7) {
        // A thread that has taken a message loses its core before it handles the message.
        const timespec pause{0, std::min(faults_.delay_ns, kLongestPauseNs)};
        nanosleep(&pause, nullptr);
    }
    return true;
}

int Fault::next_lost() noexcept {
    const std::lock_guard guard(mutex_);
    if (has_failed_ && !is_failure_reported_) {
        is_failure_reported_ = true;
        return faults_.failing;
    }
    return inner_.next_lost();
}

void Fault::abandon(int peer) noexcept {
    const std::lock_guard guard(mutex_);
    drop(peer);
    inner_.abandon(peer);
}

void Fault::rest(int milliseconds) noexcept {
    int64_t next_ns = INT64_MAX;
    {
        const std::lock_guard guard(mutex_);
        for (const Held& held : held_) {
            next_ns = std::min(next_ns, held.due_ns);
        }
    }
    const int64_t left_ns = next_ns == INT64_MAX ? INT64_MAX : next_ns - now_ns();
    if (left_ns > kMillisecond) {
        inner_.rest(static_cast<int>(std::min<int64_t>(milliseconds, left_ns / kMillisecond)));
    } else if (left_ns > 0) {
        const timespec moment{0, static_cast<long>(left_ns)};
        nanosleep(&moment, nullptr);
    }
}

Result<Network*> with_faults(Network* inner, int rank) {
    const Result<Faults> faults = parse_faults(setting_text(kFaultSetting));
    if (!faults.ok()) {
        return {faults.status, nullptr};
    }
    return {ARAUTO_OK, faults.value.any() ? new Fault(*inner, faults.value, rank) : inner};
}

} // namespace arauto::transport
