// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One contiguous piece of a copy between this process and another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto {

struct Run {
    uint64_t remote; // an address there; its base is given beside it
    void* local; // a put reads it, a get writes it
    size_t bytes;
};

} // namespace arauto
