// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The calls on epochs tell by this which operations they complete, and what they order. Calls that
// release are told before they are made, those that acquire behind; one that does both, twice.
//
// Post is heard of by start, complete by wait, each by its count; a fence by all members; a lock by
// its next holders, of which those that share it do not order each other. A call that returns a
// request completes its operations for this image when the request is complete, and for all that
// hear of the epoch's end with that.
//
// Any thread of the image may call any function.
#pragma once

#include "check/operations.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace arauto::check {

inline constexpr int kEveryMember = -1;

/// A request, as the interface has it. All zero: there is none.
struct Ticket {
    uint64_t offset = 0;
    uint64_t serial = 0;
    [[nodiscard]] bool is_none() const noexcept { return offset == 0 && serial == 0; }
};

/// One epochs object, as far as this image has told of it.
struct EpochObject {
    enum class Hold : uint8_t { none, wanted, held };
    struct Member {
        uint64_t posts = 0; // exposure epochs that this image has opened to it
        uint64_t starts = 0; // access epochs towards it
        Hold hold = Hold::none;
        bool is_exclusive = false;
    };
    uint64_t id = 0;
    int rank = 0; // this image's
    std::vector<Member> members;
    std::vector<int> exposed; // between post and wait
    std::vector<int> started; // between start and complete
    Hold all = Hold::none; // a lock of all
    uint64_t fences = 0;
    bool is_fenced = false;
    bool is_fence_passed = false; // the last fence is
};

class EpochOrder {
  public:
    EpochOrder(Order& order, Shadow& shadow, PrivateUses& uses) noexcept
        : order_(order), operations_(order, shadow, uses) {}

    // Operations.

    /// @return its number
    [[nodiscard]] uint64_t begin(const EpochObject& object, int member);
    void use(uint64_t number, const Piece& piece);
    /// All its pieces are known, and its bytes move next.
    /// @param is_ready  it is done at once
    void carries_out(EpochObject& object, uint64_t number, uint32_t site, bool is_ready);
    /// The request of an operation completes it.
    /// @return that request; a new one where there was none
    [[nodiscard]] Ticket give_request(uint64_t number, Completion how, Ticket request);
    /// Locks of this member, or of all, that were asked for are held by now.
    void has_locks(EpochObject& object, int member, uint32_t site);
    /// Whether all operations of open epochs have been admitted.
    [[nodiscard]] bool are_admitted(EpochObject& object, uint32_t site);

    // Calls on epochs; `waits`: until the epoch is complete, without a request.

    void opens_post(EpochObject& object, std::span<const int> members);
    void opens_start(EpochObject& object, std::span<const int> members);
    /// Calls that have an effect are told by the functions below first, and by made() behind.
    struct Effect {
        enum class Kind : uint8_t { operation, flush, closing };
        Kind kind = Kind::closing;
        Completion how = Completion::all; // of an operation or a flush
        uint64_t under_way = 0; // a number of the carrier that is complete then
        std::vector<uint64_t> operations; // that are complete then
        std::vector<std::pair<Order::Stage, uint64_t>> stages; // that are heard of then
        std::vector<Order::MemberLock> locks; // that are held then
    };
    [[nodiscard]] Effect closes_start(EpochObject& object, bool waits);
    [[nodiscard]] Effect closes_post(EpochObject& object);
    [[nodiscard]] Effect fences(EpochObject& object, bool closes, bool opens, bool waits);
    [[nodiscard]] Effect locks(EpochObject& object, int member, bool is_exclusive, bool waits);
    [[nodiscard]] Effect unlocks(EpochObject& object, int member, bool waits);
    [[nodiscard]] Effect flushes(const EpochObject& object, int member, Completion how);
    /// The object is freed, which its members do together.
    [[nodiscard]] Effect ends(const EpochObject& object);
    /// The call has been made.
    /// @param request  that it has returned; null: it has waited, and the effect is there now
    void made(uint32_t site, const Effect& effect, Ticket* request);

    void request_is_complete(uint32_t site, const Ticket& request) noexcept;
    void request_is_given_up(const Ticket& request) noexcept;
    void forget(const EpochObject& object) noexcept;

  private:
    [[nodiscard]] bool admits(EpochObject& object, int member, uint32_t site, bool is_ready);
    void admit_all(EpochObject& object, uint32_t site);
    [[nodiscard]] Ticket new_ticket() noexcept;
    template <typename Is> void complete_those(Is is, Completion how) noexcept;
    template <typename Is> void close_those(Is is, bool waits, Effect& effect) noexcept;
    void take_effect(uint32_t site, const Effect& effect) noexcept;

    Order& order_;
    std::mutex mutex_; // of what follows
    Operations operations_;
    std::map<std::pair<uint64_t, uint64_t>, Effect> requests_;
    uint64_t last_ticket_ = 0;
};

/// As an offset of a request: it is one of EpochOrder's own.
inline constexpr uint64_t kTicketMark = 2;

} // namespace arauto::check
