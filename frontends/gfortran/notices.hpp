// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What a put or get does beside moving data: it adds one to counts of the image that it reaches,
// namely to the notify variable that the statement names.
#pragma once

#include "coarray.hpp"
#include "transfer.hpp"

namespace arauto::gfortran {

/// The notify variable of this thread's next put, as `x[k, notify=n]` names it.
struct Hint {
    uint64_t place; // a slot's; 0: none; kRefusedPlace: the program has named no notify variable
    int* stat; // `stat=` of the same image selector, which the compiler does not pass; or NULL
};
inline constexpr uint64_t kRefusedPlace = 1;

/// A load from a register's offset: the general model costs a call for each put.
extern constinit thread_local Hint pending_hint __attribute__((tls_model("initial-exec")));

/// Whether a put has to look at its notices at all.
[[nodiscard]] inline bool put_is_watched() noexcept {
    return pending_hint.place != 0;
}

/// The notices of one put.
class Notices {
  public:
    /// Takes this thread's hint. Where that came with a stat, `*stat` becomes it.
    explicit Notices(int** stat) noexcept;

    /// Whether the statement has ended already, since its hint names no notify variable.
    [[nodiscard]] bool is_refused() const noexcept { return hint_ == kRefusedPlace; }

    /// To be called when the statement has moved its data, or failed to, for which there are no
    /// notices. Ends the statement as `finish` does.
    void finish_put(int* stat, Outcome outcome, const char* action, int image, int rank) noexcept;

  private:
    uint64_t hint_;
};

/// arauto_put with its notices. The hint is left for a second attempt when the put fails.
[[nodiscard]] arauto_status_t
put_watched(Token token, int rank, size_t offset, const void* source, size_t bytes) noexcept;

} // namespace arauto::gfortran
