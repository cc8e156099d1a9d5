// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Computes the layout of a datatype from its envelope and contents, which the MPI gives. Slow;
// layout_of() caches the result.
#pragma once

#include "layout.hpp"

#include <memory>

namespace arauto::mpi {

/// @return null when the MPI refuses to describe the type, or the type nests too deeply
[[nodiscard]] std::unique_ptr<Layout> decode(MPI_Datatype type) noexcept;

} // namespace arauto::mpi
