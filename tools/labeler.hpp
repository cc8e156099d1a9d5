// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads the output of the images through pipes and writes it line by line, each with the image's
// number in front. Lines are never mixed.
#pragma once

#include <string>
#include <sys/resource.h>
#include <vector>

namespace arauto::tools {

class Labeler {
  public:
    /// Makes two pipes per image. False when the system has no more; errno says why.
    [[nodiscard]] bool open(int images);

    /// In the child: its standard output and error go into its pipes.
    void redirect(int rank);

    /// In the launcher: waits for output, for `signals`, or until time is up (-1: without end), and
    /// writes the lines that have come. With `signals` -1 it is the last call: takes all, and what
    /// is no whole line too.
    void drain(int signals, int timeout_ms);

    /// Why output was lost (an errno), 0 when all was written.
    [[nodiscard]] int error() const { return error_; }

  private:
    struct Stream {
        int rank;
        int read_end;
        int write_end; // -1 once closed in the launcher
        int to; // descriptor to write to
        std::string partial;
    };
    bool take(Stream& stream);
    void write_lines(Stream& stream, bool also_partial);
    void close_write_ends();

    std::vector<Stream> streams_;
    rlimit descriptors_before_{};
    bool launched_ = false;
    int error_ = 0;
};

} // namespace arauto::tools
