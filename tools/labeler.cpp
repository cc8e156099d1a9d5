// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See labeler.hpp.
#include "labeler.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

/// Two pipes for each of many images can be more descriptors than a shell allows at first.
rlimit raise_descriptor_limit() {
    rlimit before{};
    if (getrlimit(RLIMIT_NOFILE, &before) == 0) {
        const rlimit raised{before.rlim_max, before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &raised);
    }
    return before;
}

/// @return 0, or why the rest could not be written
int write_all(int to, const std::string& text) {
    for (size_t done = 0; done < text.size();) {
        const ssize_t written = write(to, text.data() + done, text.size() - done);
        if (written < 0 && errno == EAGAIN) {
            pollfd reader{to, POLLOUT, 0};
            poll(&reader, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return errno;
        }
        done += written > 0 ? static_cast<size_t>(written) : 0;
    }
    return 0;
}

} // namespace

bool Labeler::open(int images) {
    descriptors_before_ = raise_descriptor_limit();
    for (int rank = 0; rank < images; ++rank) {
        for (const int to : {STDOUT_FILENO, STDERR_FILENO}) {
            int ends[2];
            if (pipe2(ends, O_CLOEXEC) != 0) {
                return false;
            }
            fcntl(ends[0], F_SETFL, O_NONBLOCK);
            streams_.push_back({rank, ends[0], ends[1], to, ""});
        }
    }
    return true;
}

void Labeler::redirect(int rank) {
    for (const Stream& stream : streams_) {
        if (stream.rank == rank) {
            dup2(stream.write_end, stream.to);
        }
    }
    setrlimit(RLIMIT_NOFILE, &descriptors_before_); // a program may count on it, for select()
}

void Labeler::close_write_ends() {
    if (launched_) {
        return;
    }
    launched_ = true;
    for (Stream& stream : streams_) {
        close(stream.write_end);
        stream.write_end = -1;
    }
}

void Labeler::drain(int signals, int timeout_ms) {
    close_write_ends();
    std::vector<pollfd> polled;
    for (const Stream& stream : streams_) {
        polled.push_back({stream.read_end, POLLIN, 0});
    }
    polled.push_back({signals, POLLIN, 0}); // poll skips negative descriptors
    poll(polled.data(), polled.size(), timeout_ms);
    const bool is_last = signals < 0;
    for (size_t i = 0; i < streams_.size(); ++i) {
        Stream& stream = streams_[i];
        if (stream.read_end < 0 || (polled[i].revents == 0 && !is_last)) {
            continue;
        }
        const bool is_open = take(stream);
        write_lines(stream, !is_open || is_last);
        if (!is_open) {
            close(stream.read_end);
            stream.read_end = -1;
        }
    }
}

/// Reads all that is there; false at the end of the stream.
bool Labeler::take(Stream& stream) {
    char buffer[16384];
    for (;;) {
        const ssize_t got = read(stream.read_end, buffer, sizeof buffer);
        if (got > 0) {
            stream.partial.append(buffer, static_cast<size_t>(got));
        } else if (got == 0) {
            return false;
        } else if (errno != EINTR) {
            return true;
        }
    }
}

void Labeler::write_lines(Stream& stream, bool also_partial) {
    const std::string label = "[" + std::to_string(stream.rank + 1) + "] ";
    std::string out;
    size_t start = 0;
    for (size_t end = stream.partial.find('\n'); end != std::string::npos;
         end = stream.partial.find('\n', start)) {
        out += label + stream.partial.substr(start, end + 1 - start);
        start = end + 1;
    }
    stream.partial.erase(0, start);
    if (also_partial && !stream.partial.empty()) {
        out += label + stream.partial + "\n";
        stream.partial.clear();
    }
    if (const int error = write_all(stream.to, out); error != 0) {
        error_ = error_ != 0 ? error_ : error;
    }
}

} // namespace arauto::tools
