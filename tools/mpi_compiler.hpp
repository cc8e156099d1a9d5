// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto cc --mpi` and its relatives: finds the Arauto library for the MPI of a compiler wrapper.
#pragma once

#include "compiler_words.hpp"

#include <string>

namespace arauto::tools {

/// The MPI of a compiler wrapper, by the wrapper's own mpi.h; both are empty when it finds none.
struct MpiOfWrapper {
    std::string abi; // openmpi, mpich, or abi (the standard one of MPI 5)
    std::string version; // of the MPI; of the standard ABI, that one's
};
[[nodiscard]] MpiOfWrapper find_mpi(const Words& compiler);

/// openmpi, mpich, or abi (the standard one of MPI 5), by the wrapper's own mpi.h; empty when it
/// finds none.
[[nodiscard]] std::string find_mpi_abi(const Words& compiler);

/// The link options for libarauto_mpi: it must come before the MPI, though no symbol names it.
void add_mpi_link_words(Words& command, const std::string& library_folder, const std::string& abi);

} // namespace arauto::tools
