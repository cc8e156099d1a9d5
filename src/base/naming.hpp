// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What sentences call a rank. Callers of the C API read "rank 0", programs in a language that
// counts otherwise read what their front-end has chosen ("image 1"). Used only while a sentence is
// written; everything else counts ranks from 0.
#pragma once

#include "base/status.hpp"

namespace arauto {

struct Naming {
    const char* noun = "rank"; // its plural ends in s
    int first = 0; // the number of the first rank, element or dimension
};

/// Before other threads exist, since sentences read it without a lock.
void set_naming(Naming naming) noexcept;

/// "rank", or what stands for it.
[[nodiscard]] const char* noun() noexcept;

/// What to print for a rank, index or dimension that counts from 0.
[[nodiscard]] int number_of(int from_zero) noexcept;
[[nodiscard]] size_t number_of(size_t from_zero) noexcept;

struct RankName {
    char text[48];
};
/// "rank 3", for a sentence that is written in the same expression: `name_of(rank).text`.
[[nodiscard]] RankName name_of(int rank) noexcept;

/// ARAUTO_ERR_RANK: "CALL: rank 4 is outside this team of 4 ranks (0 to 3)".
[[nodiscard]] Status fail_outside(const char* call, int rank, const char* whole, int size) noexcept;

} // namespace arauto
