// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Copies between this process and memory that is mapped here.
#pragma once

#include "arauto/rma.h"
#include "arauto/spi/copy.h"

#include <cstdint>
#include <cstring>

namespace arauto::mpi {

inline constexpr uint64_t kLongCopy = 2048; // glibc copies fewer bytes by plain loops

/// The two may overlap, since a process may move data within its own part.
inline void copy_bytes(void* to, const void* from, uint64_t bytes) noexcept {
    if (bytes == sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, from, sizeof word);
        std::memcpy(to, &word, sizeof word);
    } else if (bytes == sizeof(uint32_t)) {
        uint32_t word = 0;
        std::memcpy(&word, from, sizeof word);
        std::memcpy(to, &word, sizeof word);
    } else if (bytes < kLongCopy) {
        std::memmove(to, from, bytes);
    } else {
        arauto_copy_bytes(to, from, bytes);
    }
}

} // namespace arauto::mpi
