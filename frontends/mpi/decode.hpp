// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// From a datatype to its layout, by the MPI's envelope and contents functions. Slow; layout_of
// keeps what comes out.
#pragma once

#include "layout.hpp"

#include <memory>

namespace arauto::mpi {

/// @return NULL when the MPI refuses to describe the type, or it nests too deep
[[nodiscard]] std::unique_ptr<Layout> decode(MPI_Datatype type) noexcept;

} // namespace arauto::mpi
