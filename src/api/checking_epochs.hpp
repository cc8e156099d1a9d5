// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls on epochs in a job that is observed: they leave records, and tell the race checker
// (check/epoch_order.hpp). The entries call these then, and the room epoch else.
#pragma once

#include "api/recording.hpp"
#include "check/epoch_order.hpp"
#include "epoch/epoch_fence.hpp"
#include "epoch/epoch_passive.hpp"
#include "epoch/epochs.hpp"

namespace arauto::api {

/// @param number  of the meeting that has made it
void tell_epochs_created(arauto_epochs& epochs, uint64_t number) noexcept;
[[nodiscard]] Status
observed_free(arauto_epochs& epochs, const char* call, const void* caller) noexcept;

[[nodiscard]] Status
observed_post(arauto_epochs& epochs, core::RankList origins, const void* caller) noexcept;
[[nodiscard]] Status observed_start(arauto_epochs& epochs,
                                    core::RankList targets,
                                    bool is_posted,
                                    const void* caller) noexcept;
[[nodiscard]] Status
observed_complete(arauto_epochs& epochs, arauto_request_t* request, const void* caller) noexcept;
[[nodiscard]] Status
observed_wait(arauto_epochs& epochs, arauto_request_t* request, const void* caller) noexcept;
[[nodiscard]] Status observed_test(arauto_epochs& epochs, bool* done, const void* caller) noexcept;
[[nodiscard]] Status observed_fence(arauto_epochs& epochs,
                                    core::Fence how,
                                    arauto_request_t* request,
                                    const void* caller) noexcept;

/// @param wanted  of a member, or of ARAUTO_EVERY_RANK
[[nodiscard]] Status observed_lock(arauto_epochs& epochs,
                                   const core::LockCall& wanted,
                                   arauto_request_t* request,
                                   const void* caller) noexcept;
[[nodiscard]] Status observed_unlock(arauto_epochs& epochs,
                                     int member,
                                     arauto_request_t* request,
                                     const void* caller) noexcept;
[[nodiscard]] Status observed_flush(arauto_epochs& epochs,
                                    int member,
                                    check::Completion how,
                                    arauto_request_t* request,
                                    const void* caller) noexcept;

/// A flush that a front-end has carried out itself.
void tell_flushed(arauto_epochs& epochs,
                  int member,
                  check::Completion how,
                  const void* caller) noexcept;

/// A request that the checker itself has given: what it stands for was complete at once.
[[nodiscard]] inline bool is_ticket(const arauto_request_t& request) noexcept {
    return request.offset == check::kTicketMark;
}
/// To be asked before the call, which sets it to zero.
[[nodiscard]] inline check::Ticket ticket_of(const arauto_request_t& request) noexcept {
    return {request.offset, request.serial};
}
void tell_request_done(const check::Ticket& ticket, const void* caller) noexcept;
void tell_request_given_up(const check::Ticket& ticket) noexcept;

/// An operation within an epoch. begin(), use..., then carries_out() before its bytes move.
class ToldOperation {
  public:
    /// @param op  what the report calls it
    ToldOperation(arauto_epochs& epochs,
                  int member,
                  arauto_recorded_op_t op,
                  const void* caller) noexcept;

    void
    use_target(check::Access access, const transport::Address& remote, uint64_t bytes) noexcept;
    void use_origin(check::Access access, const void* memory, uint64_t bytes) noexcept;
    /// @param is_ready  it is done at once
    void carries_out(bool is_ready) noexcept;
    /// Its request completes it. @return `status`
    [[nodiscard]] Status ends_with(Status status, arauto_request_t* request) noexcept;

  private:
    check::State* state_ = nullptr; // null: there is nothing to tell
    check::EpochObject* object_ = nullptr;
    check::Call call_;
    uint64_t number_ = 0;
};

} // namespace arauto::api
