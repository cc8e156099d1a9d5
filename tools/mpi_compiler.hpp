// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto cc --mpi` and its kin: which of our MPI libraries fits the MPI that a wrapper compiles
// for.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// openmpi, mpich, or abi (the standard one of MPI 5), by the wrapper's own mpi.h; empty when it
/// finds none.
[[nodiscard]] std::string find_mpi_abi(const Words& compiler);

/// What linking with libarauto_mpi adds: it must stand before the MPI, though nothing names it.
void add_mpi_link_words(Words& command, const std::string& library_folder, const std::string& abi);

} // namespace arauto::tools
