// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// CO_BROADCAST, CO_SUM, CO_PRODUCT, CO_MIN and CO_MAX on an array or a scalar of this process. The
// argument travels as one contiguous piece; with RESULT_IMAGE= only that image writes the result
// back.
#pragma once

#include "errors.hpp"
#include "reducer.hpp"

#include "arauto/section.h"

#include <memory>

namespace arauto::coarray {

/// The argument of a collective as one contiguous piece: itself when it is, else a packed copy.
class Contiguous {
  public:
    Contiguous(void* base, const arauto_section_t& section);

    [[nodiscard]] void* data() noexcept { return packed_ != nullptr ? packed_.get() : base_; }
    [[nodiscard]] size_t count() const noexcept { return count_; }
    [[nodiscard]] size_t bytes() const noexcept { return count_ * section_.element_bytes; }

    /// Copies a packed copy back to where the program has its array.
    void write_back() noexcept;

  private:
    void* base_;
    const arauto_section_t& section_;
    size_t count_;
    std::unique_ptr<std::byte[]> packed_;
};

/// Finds the root in the team for RESULT_IMAGE=; 0 stands for all images. Returns false, with the
/// failure reported, when there is no such image.
[[nodiscard]] bool
find_root(int result_image, int* root, const Errors& errors, const char* statement) noexcept;

/// The data that a statement reduces.
struct Operand {
    void* base;
    const arauto_section_t& section;
    Element element;
};
void reduce(const Operand& operand, Operation operation, int result_image, const Errors& errors);

void broadcast(void* base, const arauto_section_t& section, int source_image, const Errors& errors);

} // namespace arauto::coarray
