// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See naming.hpp. The one choice is made at the start of a process and never on the data path.
#include "base/naming.hpp"

#include <cstdio>

namespace arauto {
namespace {
constinit Naming g_naming;
} // namespace

void set_naming(Naming naming) noexcept {
    g_naming = naming;
}

const char* noun() noexcept {
    return g_naming.noun;
}

int number_of(int from_zero) noexcept {
    return from_zero + g_naming.first;
}

size_t number_of(size_t from_zero) noexcept {
    return from_zero + static_cast<size_t>(g_naming.first);
}

RankName name_of(int rank) noexcept {
    RankName name;
    std::snprintf(name.text, sizeof name.text, "%s %d", noun(), number_of(rank));
    return name;
}

Status fail_outside(const char* call, int rank, const char* whole, int size) noexcept {
    return fail(ARAUTO_ERR_RANK, "%s: %s is outside this %s of %d %ss (%d to %d)", call,
                name_of(rank).text, whole, size, noun(), number_of(0), number_of(size - 1));
}

} // namespace arauto
