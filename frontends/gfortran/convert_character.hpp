// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment of characters of other lengths and kinds.
#pragma once

#include "element.hpp"

namespace arauto::gfortran {

/// As `convert`, for two elements of type character and kinds 1 or 4.
void convert_characters(std::byte* target,
                        const Element& to,
                        const std::byte* source,
                        const Element& from,
                        size_t count) noexcept;

} // namespace arauto::gfortran
