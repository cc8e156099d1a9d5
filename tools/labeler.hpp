// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Output of the images, read through pipes and written line by line with the image's number in
// front. Lines never tear.
#pragma once

#include <string>
#include <vector>

namespace arauto::tools {

class Labeler {
  public:
    /// Makes two pipes per image. False when the system has no more; errno says why.
    [[nodiscard]] bool open(int images);

    /// In the child: its standard output and error go into its pipes.
    void redirect(int rank);

    /// In the launcher: writes what has come. @param timeout_ms  how long to wait for the first
    /// byte; 0: the last call, take all
    void drain(int timeout_ms);

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
    bool launched_ = false;
};

} // namespace arauto::tools
