// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking calls, which tell the race checker something when their requests are complete.
#pragma once

#include "peers.hpp"

#include <cstdint>
#include <vector>

namespace arauto::mpi {

void tell_later(MPI_Request request, const ToldRequest& what) noexcept;
/// A persistent request is started: to be called before it is.
void tell_start(MPI_Request request) noexcept;
void forget_told(MPI_Request request) noexcept;

/// The handles of an array before a call that may complete some of them, and set these to null.
class Completions {
  public:
    Completions(int count, const MPI_Request* requests) noexcept;
    /// Whether some of them tell something, so that their statuses are needed.
    [[nodiscard]] bool is_any() const noexcept { return is_any_; }
    /// The request with this index is complete.
    void tell(int index, const MPI_Status& status) const noexcept;

  private:
    std::vector<uint64_t> keys_;
    bool is_any_ = false;
};

} // namespace arauto::mpi
