// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment of characters that differ in length or kind.
#pragma once

#include "element.hpp"

namespace arauto::coarray {

/// As `convert`, for two elements of type character and kinds 1 or 4.
void convert_characters(std::byte* target,
                        const Element& to,
                        const std::byte* source,
                        const Element& from,
                        size_t count) noexcept;

} // namespace arauto::coarray
