// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Notifications by a put or get: it adds one to counts of the target image, namely to the notify
// variable that the statement names and to the events that are attached to the accessed memory.
#pragma once

#include "binding_gate.hpp"
#include "hint.hpp"
#include "transfer.hpp"

#include <utility>

namespace arauto::gfortran {

/// Whether a put has to look at its notices at all. A get looks at bindings_exist().
[[nodiscard]] inline bool put_is_watched() noexcept {
    return t_state.hint.slot != 0 || bindings_exist();
}

/// The notices of one put or get: found before it, posted after it.
class Notices {
  public:
    /// The notices of a get.
    Notices() noexcept;
    /// The notices of a put: takes this thread's hint. Where that came with a stat, `*stat` becomes
    /// a stand-in, and the variable is set when the notices end.
    explicit Notices(int** stat) noexcept;
    ~Notices();
    Notices(const Notices&) = delete;
    Notices& operator=(const Notices&) = delete;

    /// Whether the statement has ended already, since its hint names no notify variable.
    [[nodiscard]] bool is_refused() const noexcept { return hint_ == kRefusedSlot; }

    /// Looks at what `rank` has bound. @return whether there is anything
    bool look_at(int rank) noexcept;

    /// The slot of the statement's notify variable, for an operation that posts to it at the target
    /// with the data; 0: there is none. Then `post` leaves it out.
    [[nodiscard]] uint64_t take_hint() noexcept { return std::exchange(hint_, 0); }

    /// The accessed memory, which may name another part or section afterwards. Its tables must live
    /// on until `post`.
    void set_section(const AssignmentSide& side) noexcept;

    /// To be called when the data have been moved, or could not be: then nothing is posted.
    Outcome post(const Outcome& moved) noexcept;

  private:
    Access access_;
    uint64_t hint_ = 0;
    StatVariable stat_ = {nullptr, 0};
    int stand_in_ = 0; // for stat_, with the kind that all statements use
    int rank_ = -1;
    const coarray::TargetBindings* bindings_ = nullptr;
    Footprint section_; // when bindings_ is not NULL; written before it is read
};

/// arauto_put with its notices. When anything fails the hint is left, for the way that reports it.
[[nodiscard]] arauto_status_t
put_watched(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept;

/// arauto_get with its notices.
[[nodiscard]] arauto_status_t
get_watched(Token token, int rank, size_t offset, void* target, size_t bytes) noexcept;

} // namespace arauto::gfortran
