// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One subscript of an array in a chain of references.
#pragma once

#include "section.hpp"

namespace arauto::gfortran {

enum class SubscriptProblem { none, memory, outside };

struct SubscriptResult {
    SubscriptProblem problem;
    ptrdiff_t subscript; // that lies outside
};

/// Applies the subscript of dimension `dim`: moves the section's offset, and adds a dimension
/// unless it is a single element.
/// @param array  the array's descriptor, or NULL for an array inside its parent
[[nodiscard]] SubscriptResult add_subscript(arauto_section_t& section,
                                            const Reference& link,
                                            int dim,
                                            const Descriptor* array,
                                            IndexTables& tables) noexcept;

} // namespace arauto::gfortran
