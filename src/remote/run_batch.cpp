// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See run_batch.hpp. Nothing is allocated: the collected runs lie on the caller's stack.
#include "remote/run_batch.hpp"

#include <algorithm>

namespace arauto::core {

RunBatch::RunBatch(Direction direction, int peer, transport::Space space) noexcept
    : direction_(direction), peer_(peer), space_(space),
      may_read_gaps_(direction == Direction::get && space == transport::Space::foreign &&
                     peer != this_rank().rank),
      limits_(run_limits(peer)) {}

void RunBatch::add(Run run) noexcept {
    while (run.bytes > limits_.bytes_max) {
        add_piece({run.remote, run.local, limits_.bytes_max});
        run.remote += limits_.bytes_max;
        run.local = static_cast<std::byte*>(run.local) + limits_.bytes_max;
        run.bytes -= limits_.bytes_max;
    }
    add_piece(run);
}

Status RunBatch::finish() noexcept {
    move();
    return status_;
}

void RunBatch::add_piece(const Run& run) noexcept {
    if (bytes_ + run.bytes + kJoinMax > limits_.bytes_max || run_count_ == kRunsMax) {
        move();
    }
    if (continues(run)) {
        runs_[run_count_ - 1].bytes += run.bytes;
        stretches_[stretch_count_ - 1].high += run.bytes;
        bytes_ += run.bytes;
        return;
    }
    const bool near = is_near(run);
    if (near && bounced_ + bounce_growth(run) <= kBounceBytes) {
        extend(run);
        return;
    }
    if (near || stretch_count_ == std::min(limits_.runs_max, kRunsMax)) {
        move();
    }
    stretches_[stretch_count_++] = {run.remote, run.remote + run.bytes, run_count_, 1};
    runs_[run_count_++] = run;
    bytes_ += run.bytes;
}

/// Whether the run follows the last one without a gap, in remote and in local memory.
bool RunBatch::continues(const Run& run) const noexcept {
    if (stretch_count_ == 0 || stretches_[stretch_count_ - 1].count != 1) {
        return false;
    }
    const Run& last = runs_[run_count_ - 1];
    return last.remote + last.bytes == run.remote &&
           static_cast<std::byte*>(last.local) + last.bytes == run.local;
}

/// Whether the run is to be read with the last stretch.
bool RunBatch::is_near(const Run& run) const noexcept {
    if (!may_read_gaps_ || stretch_count_ == 0) {
        return false;
    }
    const Stretch& last = stretches_[stretch_count_ - 1];
    const uint64_t low = std::min(last.low, run.remote);
    const uint64_t high = std::max(last.high, run.remote + run.bytes);
    const bool was_small = last.count > 1 || last.high - last.low <= kJoinMax;
    return was_small && run.bytes <= kJoinMax && high - low <= last.high - last.low + kJoinMax;
}

/// Bytes that a near run adds to what the bounce buffer must hold.
size_t RunBatch::bounce_growth(const Run& run) const noexcept {
    const Stretch& last = stretches_[stretch_count_ - 1];
    const uint64_t low = std::min(last.low, run.remote);
    const uint64_t high = std::max(last.high, run.remote + run.bytes);
    return high - low - (last.count > 1 ? last.high - last.low : 0);
}

void RunBatch::extend(const Run& run) noexcept {
    Stretch& last = stretches_[stretch_count_ - 1];
    bounced_ += bounce_growth(run);
    bytes_ -= last.high - last.low;
    last.low = std::min(last.low, run.remote);
    last.high = std::max(last.high, run.remote + run.bytes);
    bytes_ += last.high - last.low;
    ++last.count;
    runs_[run_count_++] = run;
}

void RunBatch::move() noexcept {
    if (stretch_count_ > 0 && status_ >= 0) {
        std::byte bounce[kBounceBytes];
        Run wanted[kRunsMax];
        std::byte* free = bounce;
        for (size_t i = 0; i < stretch_count_; ++i) {
            const Stretch& stretch = stretches_[i];
            const size_t bytes = stretch.high - stretch.low;
            const bool is_bounced = stretch.count > 1;
            wanted[i] = {stretch.low, is_bounced ? free : runs_[stretch.first].local, bytes};
            free += is_bounced ? bytes : 0;
        }
        status_ = move_runs_posted(direction_, peer_, space_, {wanted, stretch_count_});
        for (size_t i = 0; i < stretch_count_ && status_ >= 0; ++i) {
            if (stretches_[i].count > 1) {
                scatter(stretches_[i], static_cast<const std::byte*>(wanted[i].local));
            }
        }
    }
    bytes_ = 0;
    bounced_ = 0;
    run_count_ = 0;
    stretch_count_ = 0;
}

void RunBatch::scatter(const Stretch& stretch, const std::byte* bounce) const noexcept {
    for (const Run& run : std::span(runs_).subspan(stretch.first, stretch.count)) {
        std::memcpy(run.local, bounce + (run.remote - stretch.low), run.bytes);
    }
}

} // namespace arauto::core
