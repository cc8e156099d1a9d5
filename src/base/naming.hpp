// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The name of a rank in messages. Callers of the C API read "rank 0"; Fortran programs count from 1
// and read "image 1", as their front-end has chosen. Used only while a message is written; all else
// counts ranks from 0.
#pragma once

#include "base/status.hpp"

namespace arauto {

struct Naming {
    const char* noun = "rank"; // its plural ends in s
    int first = 0; // the number of the first rank, element or dimension
};

/// Before other threads exist, since sentences read it without a lock.
void set_naming(Naming naming) noexcept;

/// "rank", or the word that the front-end has chosen.
[[nodiscard]] const char* noun() noexcept;

/// The number to print for a rank, index or dimension that counts from 0.
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
