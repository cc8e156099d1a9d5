// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// This command under the name `as`, for what gfortran 15 and 16 leave out.
#pragma once

#include "command.hpp"

namespace arauto::tools {

/// The variable of the environment that names the real assembler.
inline constexpr const char* kAssemblerVariable = "ARAUTO_ASSEMBLER";

/// The folder of the link, below that of the libraries, as -B takes it.
inline constexpr const char* kAssemblerFolder = "/arauto/as/";

int assemble(Arguments arguments);

} // namespace arauto::tools
