// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Names of the program's static variables, from the symbols of its file.
#pragma once

#include "os/program_frames.hpp"

#include <string>

namespace arauto::os {

/// The variable whose pointer or descriptor holds the address `memory`, as its source names it: a
/// coarray of a main program or a module, or one with SAVE, of the module in which `frames` are.
/// Empty: there is none, or there are several with other names, or the file has no symbols. nm
/// reads them, which comes with every linker (or LLVM's or elfutils' of the same kind). Takes some
/// milliseconds: for errors alone.
[[nodiscard]] std::string find_variable(const void* memory, const ProgramFrames& frames);

} // namespace arauto::os
