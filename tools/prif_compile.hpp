// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto fc` with a compiler that lowers coarrays to calls of PRIF by itself.
#pragma once

#include "compiler_kind.hpp"

namespace arauto::tools {

struct PrifCommand {
    PrifCompiler kind;
    const Words& compiler; // may carry words of its own
    const Words& words; // the user's
    bool shows; // the command is printed instead
};

/// How the compiler has ended.
struct PrifOutcome {
    int status; // of the compiler, or of this command
    /// The compiler cannot lower the program, all of which is in this command. The user has been
    /// reported, and nothing was compiled.
    bool is_left_to_translator;
};
[[nodiscard]] PrifOutcome compile_by_prif(const PrifCommand& command);

} // namespace arauto::tools
