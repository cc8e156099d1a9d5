// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How much two words differ, for sentences that ask whether the user meant another name.
#pragma once

#include <cstddef>
#include <string_view>

namespace arauto {

/// Letters to put in, leave out or change to get from one word to the other.
[[nodiscard]] size_t count_edits(std::string_view a, std::string_view b);

} // namespace arauto
