// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Checks of a program's exchanges, with ARAUTO_HALO_CHECK=on. Cells that are to be received are
// marked when an exchange begins, so that a program that uses them too early calculates with
// signalling NaNs, and one that assigns to them is found when they arrive. A digest travels behind
// each strip.
#pragma once

#include <cstddef>
#include <vector>

namespace arauto::halo {

/// Whether ARAUTO_HALO_CHECK is on.
[[nodiscard]] bool checks_are_on() noexcept;

/// The bytes of marked elements: signalling NaNs of 4 bytes where elements have 4, of 8 bytes where
/// they have more.
/// @param bytes  of all elements together
[[nodiscard]] std::vector<std::byte> marks(size_t element_bytes, size_t bytes) noexcept;

} // namespace arauto::halo
