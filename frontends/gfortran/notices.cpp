// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notices.hpp. Every notice comes after its data; a put that fails gives none.
#include "notices.hpp"

#include "foreign.hpp"

#include "arauto/notify.h"
#include "arauto/rma.h"

namespace arauto::gfortran {
namespace {

/// Posts slots one after the other and keeps the first failure.
struct Poster {
    int rank;
    arauto_status_t status = ARAUTO_OK;

    void operator()(uint64_t slot) noexcept {
        const arauto_status_t written = write_out_foreign();
        const arauto_status_t posted = written < 0 ? written : arauto_notify_post(rank, {slot});
        status = posted < 0 ? posted : status;
    }
};

/// Counts slots and keeps the first.
struct Counter {
    int count = 0;
    uint64_t slot = 0;

    void operator()(uint64_t found) noexcept { slot = count++ == 0 ? found : slot; }
};

/// The bytes that a contiguous access through a token touches in the segment of any image.
void describe_access(Footprint& section, Token token, size_t offset, size_t bytes) noexcept {
    const auto start = reinterpret_cast<uintptr_t>(token->memory) + offset;
    coarray::make_contiguous(section, own_displacement(start), static_cast<int64_t>(bytes));
}

const coarray::BindingIndex* index_of(int rank, Access access) noexcept {
    const coarray::TargetBindings* const bindings =
        bindings_exist() ? coarray::bindings_of(t_state.known_targets, rank) : nullptr;
    return bindings != nullptr && !bindings->of(access).is_empty() ? &bindings->of(access)
                                                                   : nullptr;
}

} // namespace

Notices::Notices() noexcept : access_(Access::get) {}

Notices::Notices(int** stat) noexcept
    : access_(Access::put), hint_(hinted_slot()), stat_(t_state.hint.stat) {
    if (hint_ != 0) {
        drop_hint();
        stand_in_ = is_refused() ? stat_codes.invalid : 0;
        *stat = stat_.address != nullptr ? &stand_in_ : *stat;
    }
}

Notices::~Notices() {
    release(bindings_);
    store_stat(stat_, stand_in_);
}

bool Notices::look_at(int rank) noexcept {
    rank_ = rank;
    if (index_of(rank, access_) != nullptr) {
        bindings_ = hold(coarray::bindings_of(t_state.known_targets, rank));
    }
    return bindings_ != nullptr;
}

void Notices::set_section(const AssignmentSide& side) noexcept {
    if (bindings_ != nullptr) {
        const int64_t base = side.kind == SideKind::address
                                 ? static_cast<int64_t>(side.base) - bindings_->base
                                 : own_displacement(side.base);
        coarray::make_footprint(section_, side.section, base);
    }
}

Outcome Notices::post(const Outcome& moved) noexcept {
    if (moved.problem != Problem::none) {
        return moved;
    }
    Poster poster{rank_};
    if (hint_ != 0) {
        poster(hint_);
    }
    if (bindings_ != nullptr) {
        bindings_->of(access_).visit(section_, poster);
    }
    return poster.status < 0 ? Outcome{Problem::status, poster.status} : moved;
}

namespace {

/// The pending hint has been followed.
void end_hint() noexcept {
    store_stat(t_state.hint.stat, 0);
    drop_hint();
}

__attribute__((noinline)) arauto_status_t
put_hinted_slow(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    arauto_status_t status = write_out_foreign();
    if (status >= 0) {
        status =
            arauto_put_notify(token->segment, rank, offset, source, bytes, {t_state.hint.slot});
    }
    if (status >= 0) {
        end_hint();
    }
    return status;
}

/// Where no image has attached anything: short, since it is most of what a notified put costs its
/// origin beside the put itself.
arauto_status_t
put_hinted(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    // PAIR foreign.used: look
    if (t_state.hint.stat.address != nullptr || foreign.is_used.load(std::memory_order_seq_cst))
        [[unlikely]] {
        return put_hinted_slow(token, rank, offset, source, bytes);
    }
    const arauto_status_t status =
        arauto_put_notify(token->segment, rank, offset, source, bytes, {t_state.hint.slot});
    if (status >= 0) [[likely]] {
        t_state.hint.slot = 0;
    }
    return status;
}

__attribute__((noinline)) arauto_status_t
put_bound(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    uint64_t slot = t_state.hint.slot;
    const coarray::BindingIndex* const index = index_of(rank, Access::put);
    Counter found;
    Footprint section; // written where there is an index
    if (index != nullptr) {
        describe_access(section, token, offset, bytes);
        index->visit(section, found);
    }
    // One count travels with the data: the hint, or the first of the others.
    bool is_first_posted = slot == 0 && found.count > 0;
    slot = is_first_posted ? found.slot : slot;
    arauto_status_t status = write_out_foreign();
    if (status >= 0) {
        status = slot != 0 ? arauto_put_notify(token->segment, rank, offset, source, bytes, {slot})
                           : arauto_put(token->segment, rank, offset, source, bytes);
    }
    if (status >= 0 && found.count > (is_first_posted ? 1 : 0)) {
        Poster poster{rank};
        index->visit(section, [&](uint64_t other) {
            if (!is_first_posted) {
                poster(other);
            }
            is_first_posted = false;
        });
        status = poster.status;
    }
    if (status >= 0 && t_state.hint.slot != 0) {
        end_hint();
    }
    return status;
}

} // namespace

arauto_status_t
put_watched(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    if (hinted_slot() == kRefusedSlot) [[unlikely]] {
        return ARAUTO_ERR_ARGUMENT;
    }
    return bindings_exist() ? put_bound(token, rank, offset, source, bytes)
                            : put_hinted(token, rank, offset, source, bytes);
}

arauto_status_t
get_watched(Token token, int rank, size_t offset, void* target, size_t bytes) noexcept {
    const coarray::BindingIndex* const index = index_of(rank, Access::get);
    arauto_status_t status = arauto_get(token->segment, rank, offset, target, bytes);
    if (status >= 0 && index != nullptr) {
        Footprint section;
        describe_access(section, token, offset, bytes);
        Poster poster{rank};
        index->visit(section, poster);
        status = poster.status;
    }
    return status;
}

} // namespace arauto::gfortran
