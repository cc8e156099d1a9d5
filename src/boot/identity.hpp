// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The properties that must be equal in all processes of a job: the version of the library, the
// layout of shared memory, and build options. They are published as a blob, so the blob's own
// layout never changes.
#pragma once

#include <cstdint>

namespace arauto::boot {

struct Identity {
    uint32_t magic;
    uint32_t job_version;
    uint32_t header_bytes;
    uint32_t block_bytes;
    uint32_t tally_bytes;
    char version[20];
    char build[24]; // "plain, little-endian": a sanitizer moves memory, a byte order all messages
};
static_assert(sizeof(Identity) == 64);

/// This process's.
[[nodiscard]] Identity own_identity() noexcept;

} // namespace arauto::boot
