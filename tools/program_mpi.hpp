// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which MPI a program is linked to, and the launcher of that MPI.
#pragma once

#include "starter.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace arauto::tools {

/// The path of the MPI library that the loader would load with a program; empty when there is none.
/// The program itself is not started. A program that only needs the compiler's and our own
/// libraries costs no more than a look at its file.
[[nodiscard]] std::string mpi_library_of(const std::string& program);

/// Whether the file of a program has this text, as it has the names of the libraries that it needs.
[[nodiscard]] bool names_library(const std::string& program, std::string_view name);

/// Which libarauto_mpi serves an MPI library: "openmpi", "mpich" or "abi".
[[nodiscard]] std::string abi_of_mpi(const std::string& library);

/// The launcher that was installed with an MPI library: in the folder `bin` of one of the folders
/// above it; else one of its kind in PATH.
/// @param why_not_out  a sentence without end when there is none
[[nodiscard]] std::optional<Starter> find_starter_of_mpi(const std::string& library,
                                                         std::string& why_not_out);

} // namespace arauto::tools
