// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Front-ends tell the race checker by these of operations of epochs that they carry out themselves,
// and of messages beside this library.
#include "api/checking_epochs.hpp"
#include "arauto/spi/race.h"
#include "check/state.hpp"

using namespace arauto;

namespace {

check::State* state() noexcept {
    check::Checker* const checker = core::this_rank().checker;
    return checker != nullptr && !checker->state().has_ended() ? &checker->state() : nullptr;
}

uint32_t site_of(check::State& told, arauto_recorded_op_t op, const void* caller) noexcept {
    return told.sites.of_call({op, caller});
}

check::Completion completion_of(arauto_flush_scope_t scope) noexcept {
    return scope == ARAUTO_FLUSH_LOCAL ? check::Completion::origin : check::Completion::all;
}

/// Names of a front-end's channels and meetings, apart from those of offsets in heaps.
check::Word word_of(int rank, int from, uint64_t channel) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr int kOffsetBits = 44;
    const uint64_t mixed = ((channel ^ static_cast<uint64_t>(from) * kGolden) * kGolden) >> 21;
    return {rank, mixed | uint64_t{1} << (kOffsetBits - 1)};
}

} // namespace

int arauto_race_is_on(void) noexcept {
    return core::this_rank().checker != nullptr ? 1 : 0;
}

void** arauto_race_front_end(void) noexcept {
    check::Checker* const checker = core::this_rank().checker;
    return checker != nullptr ? &checker->state().front_end : nullptr;
}

unsigned arauto_race_accumulate_kind(unsigned op, unsigned type, unsigned bytes) noexcept {
    static_assert(ARAUTO_RACE_SWAP == boot::kSwap &&
                  ARAUTO_RACE_NO_OPERATION == boot::kNoOperation);
    return boot::accumulate_kind({op, type, bytes});
}

arauto_race_operation_t
arauto_race_begin(arauto_epochs_h epochs, int rank, arauto_recorded_op_t op) noexcept {
    check::State* const told = state();
    const bool is_known = told != nullptr && epochs != nullptr && epochs->told != nullptr;
    return {epochs, is_known ? told->epochs.begin(*epochs->told, rank) : 0, op};
}

void arauto_race_use(const arauto_race_operation_t* operation,
                     const void* memory,
                     size_t bytes,
                     int is_target,
                     arauto_race_access_t access,
                     unsigned kind) noexcept {
    check::State* const told = state();
    if (told == nullptr || operation->number == 0 || memory == nullptr) {
        return;
    }
    const auto known = static_cast<check::Access>(access);
    const uint32_t site = told->sites.of_call({operation->op, arauto_thread.caller}, known, kind);
    const check::Piece piece = told->piece_of(memory, bytes, known, site, is_target != 0);
    if (!piece.is_private || is_target == 0) { // other ranks' private memory has no shadow
        told->epochs.use(operation->number, piece);
    }
}

void arauto_race_carries_out(const arauto_race_operation_t* operation, int is_ready) noexcept {
    check::State* const told = state();
    if (told != nullptr && operation->number != 0) {
        told->epochs.carries_out(*operation->epochs->told, operation->number,
                                 site_of(*told, operation->op, arauto_thread.caller),
                                 is_ready != 0);
        arauto_thread.tells_itself = 1;
    }
}

void arauto_race_end(const arauto_race_operation_t* operation,
                     arauto_flush_scope_t scope,
                     arauto_request_t* request) noexcept {
    arauto_thread.tells_itself = 0;
    check::State* const told = state();
    if (told != nullptr && operation->number != 0 && request != nullptr) {
        const check::Ticket ticket = told->epochs.give_request(
            operation->number, completion_of(scope), api::ticket_of(*request));
        *request = {ticket.offset, ticket.serial};
    }
}

void arauto_race_flushed(arauto_epochs_h epochs, int rank, arauto_flush_scope_t scope) noexcept {
    api::tell_flushed(*epochs, rank, completion_of(scope), __builtin_return_address(0));
}

void arauto_race_send(int rank, uint64_t channel) noexcept {
    if (check::State* const told = state()) {
        const check::Word word = word_of(rank, core::this_rank().rank, channel);
        told->order.begin_post(word, check::By::program, 1);
        told->order.end_post(word);
    }
}

void arauto_race_receive(int rank, uint64_t channel) noexcept {
    if (check::State* const told = state()) {
        told->order.taken(site_of(*told, ARAUTO_RECORDED_OTHER_WAIT, __builtin_return_address(0)),
                          word_of(core::this_rank().rank, rank, channel), 1);
    }
}

void arauto_race_enter(uint64_t meeting, uint64_t count) noexcept {
    if (check::State* const told = state()) {
        told->order.reach({check::Order::Stage::Kind::fence, meeting, check::Order::kEverybody,
                           check::Order::kEverybody},
                          count + 1, 0);
    }
}

void arauto_race_leave(uint64_t meeting, uint64_t count) noexcept {
    if (check::State* const told = state()) {
        told->order.acquire_stage(
            site_of(*told, ARAUTO_RECORDED_BARRIER, __builtin_return_address(0)),
            {check::Order::Stage::Kind::fence, meeting, check::Order::kEverybody,
             check::Order::kEverybody},
            count + 1);
    }
}
