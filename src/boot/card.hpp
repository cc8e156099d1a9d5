// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A card holds the blobs that one process has published, in jobs where no launcher stores them:
// small values under keys, one behind the other in an array of bytes that is zero at first.
#pragma once

#include <cstddef>
#include <span>

namespace arauto::boot {

/// @return false when there is no room, or the key has more than 13 letters
[[nodiscard]] bool
put_on_card(std::span<std::byte> card, const char* key, std::span<const std::byte> blob) noexcept;

/// Fills `blob` whole. @return false when there is none under that key, or of another length
[[nodiscard]] bool
find_on_card(std::span<const std::byte> card, const char* key, std::span<std::byte> blob) noexcept;

} // namespace arauto::boot
