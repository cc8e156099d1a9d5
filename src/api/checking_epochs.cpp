// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checking_epochs.hpp.
#include "api/checking_epochs.hpp"

#include "check/state.hpp"
#include "epoch/epoch_access.hpp"
#include "epoch/epoch_active.hpp"
#include "epoch/epoch_object.hpp"
#include "epoch/epoch_wait.hpp"
#include "runtime/rank.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace arauto::api {
namespace {

using check::EpochObject;
using check::EpochOrder;
using Effect = EpochOrder::Effect;

constexpr Recorded kRecordedEpoch{.op = ARAUTO_RECORDED_EPOCH};

/// The checker, as long as the calls on this object are told to it.
check::State* state_for(const arauto_epochs& epochs) noexcept {
    check::Checker* const told = epochs.told != nullptr ? checker() : nullptr;
    return told != nullptr && !told->state().has_ended() ? &told->state() : nullptr;
}

uint32_t site_of(check::State& state, const void* caller) noexcept {
    return state.sites.of_call({ARAUTO_RECORDED_EPOCH, caller});
}

std::span<const int> members_of(core::RankList list) noexcept {
    return {list.ranks, static_cast<size_t>(list.count)};
}

int checked_member(int member) noexcept {
    return member == ARAUTO_EVERY_RANK ? check::kEveryMember : member;
}

/// Tells that a call has been made, and replaces a request that was complete at once by one that
/// the program still waits for.
Status made(check::State& state,
            const void* caller,
            const Effect& effect,
            Status status,
            arauto_request_t* request) noexcept {
    if (status < 0) {
        return status;
    }
    check::Ticket ticket = request != nullptr ? ticket_of(*request) : check::Ticket{};
    state.epochs.made(site_of(state, caller), effect, request != nullptr ? &ticket : nullptr);
    if (request != nullptr) {
        *request = {ticket.offset, ticket.serial};
    }
    return status;
}

/// A call that waits for the operations of an access epoch: it cannot return before these have been
/// admitted. Here it waits for that first, so that their accesses are told before those that the
/// targets make behind the epoch.
void await_admission(arauto_epochs& epochs, check::State& state, const void* caller) noexcept {
    const uint32_t site = site_of(state, caller);
    EpochObject& object = *epochs.told;
    const auto watch = [&] {
        const bool has_gone =
            std::any_of(object.started.begin(), object.started.end(), [&](int to) {
                return core::learn_state(epochs.to_world(to)) != boot::ImageState::running;
            });
        return has_gone ? ARAUTO_ERR_FAILED : ARAUTO_OK;
    };
    const Status status = core::wait_for(
        epochs, [&] { return state.epochs.are_admitted(object, site); },
        core::described(watch, [](boot::WaitDetail&) {}));
    static_cast<void>(status); // the call itself reports that a member has gone
}

} // namespace

void tell_epochs_created(arauto_epochs& epochs, uint64_t number) noexcept {
    if (checker() == nullptr) {
        return;
    }
    auto* const object = new (std::nothrow) EpochObject;
    if (object != nullptr) {
        object->id = number;
        object->rank = epochs.rank;
        object->members.resize(static_cast<size_t>(epochs.size));
    }
    epochs.told = object;
}

Status observed_free(arauto_epochs& epochs, const char* call, const void* caller) noexcept {
    check::State* const state = state_for(epochs);
    EpochObject* const told = epochs.told;
    const Effect effect = state != nullptr ? state->epochs.ends(*told) : Effect{};
    const Status status = core::free_epochs(&epochs, call);
    if (status == ARAUTO_ERR_EPOCH) { // nothing was freed
        return status;
    }
    if (state != nullptr) {
        state->epochs.forget(*told);
        state->epochs.made(site_of(*state, caller), effect, nullptr);
    }
    delete told;
    return status;
}

Status observed_post(arauto_epochs& epochs, core::RankList origins, const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    if (check::State* const state = state_for(epochs); state != nullptr && epochs.post == 0) {
        state->epochs.opens_post(*epochs.told, members_of(origins));
    }
    return record.ends_with(core::open_post(epochs, origins));
}

Status observed_start(arauto_epochs& epochs,
                      core::RankList targets,
                      bool is_posted,
                      const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    const Status status = core::open_start(epochs, targets, is_posted);
    if (check::State* const state = state_for(epochs); state != nullptr && status >= 0) {
        state->epochs.opens_start(*epochs.told, members_of(targets));
    }
    return record.ends_with(status);
}

Status
observed_complete(arauto_epochs& epochs, arauto_request_t* request, const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    check::State* const state = state_for(epochs);
    if (state == nullptr || epochs.start == 0) {
        return record.ends_with(core::close_start(epochs, request));
    }
    if (request == nullptr) {
        await_admission(epochs, *state, caller);
    }
    const Effect effect = state->epochs.closes_start(*epochs.told, request == nullptr);
    const Status status = core::close_start(epochs, request);
    return record.ends_with(made(*state, caller, effect, status, request));
}

Status
observed_wait(arauto_epochs& epochs, arauto_request_t* request, const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    check::State* const state = state_for(epochs);
    if (state == nullptr || epochs.post == 0) {
        return record.ends_with(core::close_post(epochs, request));
    }
    const Effect effect = state->epochs.closes_post(*epochs.told);
    const Status status = core::close_post(epochs, request);
    return record.ends_with(made(*state, caller, effect, status, request));
}

Status observed_test(arauto_epochs& epochs, bool* done, const void* caller) noexcept {
    const Status status = core::test_post(epochs, done);
    if (check::State* const state = state_for(epochs); state != nullptr && status >= 0 && *done) {
        return made(*state, caller, state->epochs.closes_post(*epochs.told), status, nullptr);
    }
    return status;
}

Status observed_fence(arauto_epochs& epochs,
                      core::Fence how,
                      arauto_request_t* request,
                      const void* caller) noexcept {
    constexpr int kHalf = 32;
    core::Team& team = *epochs.team;
    // A meeting of the team. All members count it, whatever each asserts.
    RecordedCall record(
        trace(),
        {.op = ARAUTO_RECORDED_EPOCH,
         .peer = team.trace_id,
         .argument = uint64_t{team.trace_meetings++} | static_cast<uint64_t>(team.size) << kHalf},
        caller);
    check::State* const state = state_for(epochs);
    if (state == nullptr) {
        return record.ends_with(core::fence(epochs, how, request));
    }
    const Effect effect =
        state->epochs.fences(*epochs.told, how.closes, how.opens, request == nullptr);
    const Status status = core::fence(epochs, how, request);
    return record.ends_with(made(*state, caller, effect, status, request));
}

Status observed_lock(arauto_epochs& epochs,
                     const core::LockCall& wanted,
                     arauto_request_t* request,
                     const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    const Status status = wanted.rank == ARAUTO_EVERY_RANK
                              ? core::open_lock_all(epochs, wanted.is_unchecked, request)
                              : core::open_lock(epochs, wanted, request);
    check::State* const state = state_for(epochs);
    if (state == nullptr || status < 0) {
        return record.ends_with(status);
    }
    // Without a request the call does not say whether it is held by now.
    const bool is_held =
        request != nullptr
            ? ticket_of(*request).is_none()
            : core::is_plain(epochs, wanted.rank == ARAUTO_EVERY_RANK ? 0 : wanted.rank);
    const Effect effect = state->epochs.locks(*epochs.told, checked_member(wanted.rank),
                                              wanted.is_exclusive, is_held);
    return record.ends_with(is_held || request != nullptr
                                ? made(*state, caller, effect, status, is_held ? nullptr : request)
                                : status);
}

Status observed_unlock(arauto_epochs& epochs,
                       int member,
                       arauto_request_t* request,
                       const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    const auto unlock = [&] {
        return member == ARAUTO_EVERY_RANK ? core::close_lock_all(epochs, request)
                                           : core::close_lock(epochs, member, request);
    };
    check::State* const state = state_for(epochs);
    if (state == nullptr) {
        return record.ends_with(unlock());
    }
    if (request == nullptr && !state->epochs.are_admitted(*epochs.told, site_of(*state, caller)) &&
        core::flush(epochs, member, nullptr) >= 0) { // it would wait for the same
        state->epochs.has_locks(*epochs.told, checked_member(member), site_of(*state, caller));
    }
    const Effect effect =
        state->epochs.unlocks(*epochs.told, checked_member(member), request == nullptr);
    const Status status = unlock();
    return record.ends_with(made(*state, caller, effect, status, request));
}

Status observed_flush(arauto_epochs& epochs,
                      int member,
                      check::Completion how,
                      arauto_request_t* request,
                      const void* caller) noexcept {
    RecordedCall record(trace(), kRecordedEpoch, caller);
    check::State* const state = state_for(epochs);
    if (state == nullptr) {
        return record.ends_with(core::flush(epochs, member, request));
    }
    const Effect effect = state->epochs.flushes(*epochs.told, checked_member(member), how);
    const Status status = core::flush(epochs, member, request);
    if (status >= 0 && request == nullptr && !effect.operations.empty()) {
        state->epochs.has_locks(*epochs.told, checked_member(member), site_of(*state, caller));
    }
    return record.ends_with(made(*state, caller, effect, status, request));
}

void tell_flushed(arauto_epochs& epochs,
                  int member,
                  check::Completion how,
                  const void* caller) noexcept {
    if (check::State* const state = state_for(epochs)) {
        const Effect effect = state->epochs.flushes(*epochs.told, checked_member(member), how);
        state->epochs.made(site_of(*state, caller), effect, nullptr);
    }
}

void tell_request_done(const check::Ticket& ticket, const void* caller) noexcept {
    if (!ticket.is_none() && checker() != nullptr) {
        check::State& state = checker()->state();
        const uint32_t site = state.sites.of_call({ARAUTO_RECORDED_REQUEST_WAIT, caller});
        state.epochs.request_is_complete(site, ticket);
    }
}

void tell_request_given_up(const check::Ticket& ticket) noexcept {
    if (!ticket.is_none() && checker() != nullptr) {
        checker()->state().epochs.request_is_given_up(ticket);
    }
}

ToldOperation::ToldOperation(arauto_epochs& epochs,
                             int member,
                             arauto_recorded_op_t op,
                             const void* caller) noexcept
    : state_(state_for(epochs)), object_(epochs.told), call_{op, caller} {
    if (state_ != nullptr) {
        number_ = state_->epochs.begin(*object_, member);
    }
}

void ToldOperation::use_target(check::Access access,
                               const transport::Address& remote,
                               uint64_t bytes) noexcept {
    if (state_ != nullptr && remote.space == transport::Space::heap) {
        state_->epochs.use(number_, {.first = state_->place_of(remote.peer, remote.value),
                                     .bytes = bytes,
                                     .site = state_->sites.of_call(call_, access),
                                     .access = access,
                                     .width = 0,
                                     .is_private = false,
                                     .is_at_target = true});
    }
}

void ToldOperation::use_origin(check::Access access, const void* memory, uint64_t bytes) noexcept {
    if (state_ == nullptr || memory == nullptr) {
        return;
    }
    const uint32_t site = state_->sites.of_call(call_, access);
    state_->epochs.use(number_, state_->piece_of(memory, bytes, access, site, false));
}

void ToldOperation::carries_out(bool is_ready) noexcept {
    if (state_ != nullptr) {
        state_->epochs.carries_out(*object_, number_, state_->sites.of_call(call_), is_ready);
    }
}

Status ToldOperation::ends_with(Status status, arauto_request_t* request) noexcept {
    if (state_ != nullptr && status >= 0 && request != nullptr) {
        const check::Ticket ticket =
            state_->epochs.give_request(number_, check::Completion::all, ticket_of(*request));
        *request = {ticket.offset, ticket.serial};
    }
    return status;
}

} // namespace arauto::api
