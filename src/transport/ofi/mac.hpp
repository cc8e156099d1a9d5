// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A message authentication code (MAC), which proves that the writer of a text knows a secret:
// SipHash-2-4 (Aumasson and Bernstein, 2012) with a key of 128 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::transport::ofi {

/// @param secret  the key's halves
[[nodiscard]] uint64_t mac_of(std::span<const std::byte> text,
                              const uint64_t (&secret)[2]) noexcept;

} // namespace arauto::transport::ofi
