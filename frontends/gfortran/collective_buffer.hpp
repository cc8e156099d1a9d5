// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The argument of a collective as one contiguous piece: itself when it is, else a packed copy.
#pragma once

#include "descriptor.hpp"
#include "section.hpp"

#include "arauto/rma.h"

#include <memory>

namespace arauto::gfortran {

class CollectiveBuffer {
  public:
    explicit CollectiveBuffer(const Descriptor& array);

    [[nodiscard]] void* data() noexcept { return packed_ != nullptr ? packed_.get() : array_.base; }
    [[nodiscard]] size_t count() const noexcept { return count_; }
    [[nodiscard]] size_t bytes() const noexcept { return count_ * array_.element_bytes; }

    /// Copies a packed buffer back to where the program has its array.
    void write_back() noexcept;

  private:
    const Descriptor& array_;
    size_t count_;
    std::unique_ptr<std::byte[]> packed_;
};

} // namespace arauto::gfortran
