// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See report_file.hpp.
#include "boot/report_file.hpp"

#include "base/log.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr size_t kFirstBytes = 64;
constexpr int kDraftsMax = 100;

enum class FileKind { none, report, foreign, link, stream, device, unknown };

std::string cannot_be_written(int error) {
    return std::string("cannot be written: ") + std::strerror(error);
}

/// The standard streams are links in /dev, which lead where this process writes anyway.
int standard_stream(const std::string& name) {
    return name == "/dev/stdout" ? STDOUT_FILENO : name == "/dev/stderr" ? STDERR_FILENO : -1;
}

FileKind kind_of_regular(const ReportFile& file) {
    const int descriptor = open(file.name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        return FileKind::unknown;
    }
    char first[kFirstBytes];
    const ssize_t got = read(descriptor, first, sizeof first);
    close(descriptor);
    if (got < 0) {
        return FileKind::unknown;
    }
    return got == 0 || file.is_report({first, static_cast<size_t>(got)}) ? FileKind::report
                                                                         : FileKind::foreign;
}

/// The kind of the present file. `errno` says why it is unknown.
FileKind kind_of(const ReportFile& file) {
    struct stat facts{};
    if (lstat(file.name.c_str(), &facts) != 0) {
        return errno == ENOENT ? FileKind::none : FileKind::unknown;
    }
    switch (facts.st_mode & S_IFMT) {
    case S_IFREG:
        return kind_of_regular(file);
    case S_IFLNK:
        return FileKind::link;
    case S_IFIFO:
    case S_IFCHR:
        return FileKind::stream;
    case S_IFDIR:
        errno = EISDIR;
        return FileKind::unknown;
    default:
        return FileKind::device;
    }
}

/// Why a file of this kind may not be replaced by a report.
std::string fault_of_kind(FileKind kind) {
    switch (kind) {
    case FileKind::foreign:
        return "holds something else than such a report and is not written over; remove it, or "
               "name "
               "another file";
    case FileKind::link:
        return "is a symbolic link, which is not followed; name the file that it leads to";
    case FileKind::device:
        return "is neither a file nor a stream";
    case FileKind::unknown:
        return cannot_be_written(errno);
    default:
        return "";
    }
}

/// Keeps the signals of writing from this thread: a write that fails says so by itself.
class WithoutSignals {
  public:
    WithoutSignals() noexcept {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGPIPE); // its reader has ended
        sigaddset(&signals_, SIGXFSZ); // the file would be longer than `ulimit -f` permits
        sigset_t before;
        sigpending(&before);
        for (const int signal : {SIGPIPE, SIGXFSZ}) {
            if (sigismember(&before, signal) == 1) {
                sigdelset(&signals_, signal); // it is blocked already, and waits for somebody else
            }
        }
        pthread_sigmask(SIG_BLOCK, &signals_, &mask_);
    }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;
    ~WithoutSignals() {
        const int error = errno;
        constexpr timespec kNoWait{};
        while (sigtimedwait(&signals_, nullptr, &kNoWait) > 0) {
        }
        pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
        errno = error;
    }

  private:
    sigset_t signals_;
    sigset_t mask_;
};

using Parts = std::span<const std::string_view>;

bool write_parts(int descriptor, Parts parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [descriptor](std::string_view part) { return write_all(descriptor, part); });
}

/// Whether somebody wants this process to end: a launcher has these signals blocked.
bool is_asked_to_end() {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 ||
           sigismember(&pending, SIGHUP) == 1 || sigismember(&pending, SIGQUIT) == 1;
}

/// Waits until a descriptor that does not block may have room. @return false when this process is
/// asked to end
bool waits_for_room(int descriptor) {
    constexpr int kLookMs = 200; // for signals
    pollfd room{descriptor, POLLOUT, 0};
    poll(&room, 1, kLookMs);
    errno = EINTR;
    return !is_asked_to_end();
}

/// Does not wait for a reader of a pipe that has none.
std::string write_to_stream(const std::string& name, Parts parts) {
    const int descriptor =
        open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) {
        return cannot_be_written(errno);
    }
    const bool is_written = write_parts(descriptor, parts); // as fast as its reader reads
    const int error = errno;
    close(descriptor);
    return is_written ? "" : cannot_be_written(error);
}

/// A file of our own beside it; `name_out` is its name.
int open_draft(const std::string& name, std::string& name_out) {
    int descriptor = -1;
    for (int i = 0; descriptor < 0 && i < kDraftsMax; ++i) {
        name_out = name + "." + std::to_string(getpid()) + "." + std::to_string(i);
        descriptor = open(name_out.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          0666); // the mask of the user takes from it
        if (descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    return descriptor;
}

std::string replace(const std::string& name, Parts parts) {
    std::string draft;
    const int descriptor = open_draft(name, draft);
    if (descriptor < 0) {
        return cannot_be_written(errno);
    }
    const bool is_written = write_parts(descriptor, parts);
    const int error = errno;
    const bool is_closed = close(descriptor) == 0; // some file systems write only then
    errno = is_written ? errno : error;
    if (is_written && is_closed && std::rename(draft.c_str(), name.c_str()) == 0) {
        return "";
    }
    const std::string fault = cannot_be_written(errno);
    unlink(draft.c_str());
    return fault;
}

bool is_file_name(const std::string& text) {
    return text.find_first_of("./") != std::string::npos;
}

} // namespace

std::string file_named(std::string name) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    for (size_t at = name.find("%h"); at != std::string::npos; at = name.find("%h", at)) {
        name.replace(at, 2, host);
        at += std::strlen(host);
    }
    return name;
}

bool write_all(int descriptor, std::string_view text) noexcept {
    const WithoutSignals guard;
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<size_t>(written));
        } else if (errno == EAGAIN ? !waits_for_room(descriptor) : errno != EINTR) {
            return false;
        }
    }
    return true;
}

std::string fault_of(const ReportFile& file) {
    if (standard_stream(file.name) >= 0) {
        return "";
    }
    const FileKind kind = kind_of(file);
    if (const std::string fault = fault_of_kind(kind); !fault.empty()) {
        return fault;
    }
    const size_t slash = file.name.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : file.name.substr(0, slash + 1);
    const bool is_allowed = kind == FileKind::stream ? access(file.name.c_str(), W_OK) == 0
                                                     : access(folder.c_str(), W_OK | X_OK) == 0;
    return is_allowed ? "" : cannot_be_written(errno);
}

std::string write_report(const ReportFile& file, const std::string& text) {
    const std::string_view part = text;
    return write_report(file, {&part, 1});
}

std::string write_report(const ReportFile& file, Parts parts) {
    if (const int stream = standard_stream(file.name); stream >= 0) {
        return write_parts(stream, parts) ? "" : cannot_be_written(errno);
    }
    const FileKind kind = kind_of(file); // it may have become another since
    if (const std::string fault = fault_of_kind(kind); !fault.empty()) {
        return fault;
    }
    return kind == FileKind::stream ? write_to_stream(file.name, parts) : replace(file.name, parts);
}

Result<bool> is_wanted(const ReportKind& kind) noexcept {
    const std::string text = setting_text(kind.setting);
    if (text == "off" || text == "0") {
        return {ARAUTO_OK, false};
    }
    if (text == "on" || text == "1") {
        return {ARAUTO_OK, true};
    }
    if (is_file_name(text)) {
        const ReportFile file{file_named(text), kind.is_report};
        const std::string fault = fault_of(file);
        return {fault.empty()
                    ? ARAUTO_OK
                    : fail(ARAUTO_ERR_ARGUMENT, "the setting %s names the file %s, which %s",
                           kind.setting.name, file.name.c_str(), fault.c_str()),
                true};
    }
    return {
        fail(ARAUTO_ERR_ARGUMENT,
             "the setting %s is '%s', but it must be on, off, or a file with a dot or a slash in "
             "its name",
             kind.setting.name, text.c_str()),
        false};
}

std::string file_of(const ReportKind& kind) {
    const std::string given = setting_text(kind.setting);
    return is_file_name(given) ? file_named(given) : "";
}

void deliver(const ReportKind& kind, const std::string& text) noexcept {
    const std::string name = file_of(kind);
    if (name.empty()) {
        write_all(STDERR_FILENO, text);
    } else if (const std::string fault = write_report({name, kind.is_report}, text);
               !fault.empty()) {
        log(LogLevel::error, "%s are lost: the file %s %s", kind.subject, name.c_str(),
            fault.c_str());
    }
}

} // namespace arauto::boot
