// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs a compiler as a child process, where this command has work to do after it.
#pragma once

#include "compiler_words.hpp"

namespace arauto::tools {

/// How a command has ended.
struct EndedChild {
    int status; // as a shell has it
    int signal; // which has come meanwhile to end this command; 0: none
};

/// Holds back signals that would end this command, until run_child() can pass them on.
void hold_endings();

/// Runs the command and waits for it. Signals that are to end this command end that one.
[[nodiscard]] EndedChild run_child(const Words& command);

/// The command with what it writes to standard error written to a file.
[[nodiscard]] Words with_messages_in(const std::string& log, const Words& command);

/// Goes on as the command, whose first word PATH finds. Returns only when that fails: why.
[[nodiscard]] const char* become(const Words& command);

/// Ends this command as the signal would have.
void end_by(int signal);

} // namespace arauto::tools
