// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Values of derived types with allocatable components, on their way between processes: the bytes of
// such a value name memory of the process that it comes from. The components are found by their
// descriptors, and their elements go along.
#pragma once

#include "transfer.hpp"

#include <vector>

namespace arauto::gfortran {

/// Gives a value that has come from `rank` components of its own, from malloc.
/// @param are_copies  the source has made the components for this value alone: they are released
Outcome adopt_components(int rank, std::byte* value, size_t bytes, bool are_copies);

/// The components of a value that goes to another process, at the target while this object lives.
class SentComponents {
  public:
    explicit SentComponents(int rank) noexcept : rank_(rank) {}
    ~SentComponents();
    SentComponents(const SentComponents&) = delete;
    SentComponents& operator=(const SentComponents&) = delete;

    /// Sends them, and makes the value name them.
    Outcome send(std::byte* value, size_t bytes);

  private:
    int rank_;
    std::vector<uint64_t> addresses_; // at the target
};

} // namespace arauto::gfortran
