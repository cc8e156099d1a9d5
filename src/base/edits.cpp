// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See edits.hpp.
#include "base/edits.hpp"

#include <algorithm>
#include <vector>

namespace arauto {

size_t count_edits(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace arauto
