// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One vector subscript on an array of rank 1 in mapped memory, copied in one pass, without the
// table of displacements of the general case.
#pragma once

#include "remote.hpp"

namespace arauto::gfortran {

/// @param remote  with a vector subscript
/// @param local   of the same type and kind
/// @return false when this way is not possible, or anything is wrong: then nothing has been done
[[nodiscard]] bool copy_indexed(Direction direction,
                                const Coindexed& remote,
                                int rank,
                                const Descriptor& local) noexcept;

} // namespace arauto::gfortran
