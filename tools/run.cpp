// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto run`: the launcher of programs that were not started by hand.
#include "command.hpp"
#include "labeler.hpp"

#include "base/status.hpp"
#include "boot/launcher.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto run [-n N] [--label] [--counters[=FILE]] PROGRAM [ARGS]\n"
    "\n"
    "Runs a program on N images of this machine, and ends with the worst image's exit status;\n"
    "128 + n when signal n ended the job.\n"
    "\n"
    "  -n N          number of images (default: ARAUTO_NUM_IMAGES, else the cores that this\n"
    "                process may use)\n"
    "  -l, --label   write '[image] ' before each line of output\n"
    "  --counters    when the job has ended, print what its images did: calls, messages, bytes of\n"
    "                each operation; with =FILE into that file, as JSON when it ends in .json\n"
    "  --            what follows is the program, even when it begins with '-'\n"
    "\n"
    "Options stand before the program; what follows it are its own arguments. 'arauto info' lists\n"
    "the variables that set more.\n";

constexpr int kImagesMax = 65536;

struct Options {
    int images = 0; // 0: not given
    bool labels = false;
    bool wants_help = false; // and nothing else matters
    char** program = nullptr; // and its arguments, ended by null
};

/// What a child needs to become an image of the program.
struct Start {
    const Options& options;
    const std::string& path;
    Labeler* labeler;
};

int parse_images(const char* text, Options& options) {
    const char* end = text + std::strlen(text);
    const auto [rest, error] = std::from_chars(text, end, options.images);
    if (error != std::errc{} || rest != end || options.images < 1 || options.images > kImagesMax) {
        return complain(
            kBadUsage,
            "run: the number of images is '%s', but it must be a whole number from 1 to %d", text,
            kImagesMax);
    }
    return 0;
}

/// Returns 0, or the exit status after a complaint.
int parse(Arguments arguments, Options& options) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string word = arguments[i];
        if (word == "--help" || word == "-h") {
            options.wants_help = true;
            return 0;
        }
        if (word == "--label" || word == "-l") {
            options.labels = true;
        } else if (word == "--counters" || word.starts_with("--counters=")) {
            setenv("ARAUTO_COUNTERS", word.size() > 11 ? word.c_str() + 11 : "on", 1);
        } else if (word == "-n" || word == "-np" || word == "--images") {
            if (i + 1 == arguments.size()) {
                return complain(kBadUsage, "run: after %s the number of images is missing",
                                word.c_str());
            }
            if (const int status = parse_images(arguments[++i], options); status != 0) {
                return status;
            }
        } else if (word.starts_with("-n") && word.size() > 2 && word[2] <= '9') { // -n4
            if (const int status = parse_images(arguments[i] + 2, options); status != 0) {
                return status;
            }
        } else if (word == "--") {
            options.program = arguments.data() + i + 1;
            break;
        } else if (word[0] == '-') {
            return complain(kBadUsage,
                            "run: there is no option '%s'; 'arauto run --help' lists them",
                            word.c_str());
        } else {
            options.program = arguments.data() + i;
            break;
        }
    }
    const char* end = arguments.empty() ? nullptr : *(arguments.data() + arguments.size());
    if (options.program == nullptr || *options.program == end) {
        return complain(kBadUsage, "run: which program? usage: arauto run -n N PROGRAM [ARGS]");
    }
    return 0;
}

bool is_program(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
           access(path.c_str(), X_OK) == 0;
}

int complain_of(const std::string& path) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) {
        return complain(kNotFound, "run: there is no program '%s'", path.c_str());
    }
    const size_t dot = std::min(path.rfind('.'), path.size());
    const std::string ending = path.substr(dot);
    const char* why = S_ISDIR(facts.st_mode)                 ? "it is a folder"
                      : ending == ".f90" || ending == ".F90" ? "compile it with 'arauto fc' first"
                      : ending == ".c"                       ? "compile it with 'arauto cc' first"
                                       : "it has no permission to be executed (chmod +x)";
    return complain(kNotExecutable, "run: '%s' is not a program: %s", path.c_str(), why);
}

/// What the system's own words leave open when a file cannot be executed.
const char* remark_on(int error) {
    switch (error) {
    case ENOEXEC:
        return " (neither a program of this machine nor a script that begins with #!)";
    case ENOENT:
        return " (it is there, but not what its first line names, or what loads it)";
    default:
        return "";
    }
}

/// Where a name without a slash stands: in this folder, as a user of mpirun expects, or in PATH.
std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    if (is_program("./" + name)) {
        return "./" + name;
    }
    const char* variable = std::getenv("PATH");
    std::string folders = variable != nullptr ? variable : "";
    for (size_t at = 0; at <= folders.size() && !folders.empty();) {
        const size_t end = std::min(folders.find(':', at), folders.size());
        const std::string path = folders.substr(at, end - at) + "/" + name;
        if (is_program(path)) {
            return path;
        }
        at = end + 1;
    }
    return name;
}

void become_image(void* context, const boot::Job& job, int memory_fd) {
    const auto& start = *static_cast<const Start*>(context);
    if (start.labeler != nullptr) {
        start.labeler->redirect(job.rank);
    }
    fcntl(memory_fd, F_SETFD, 0); // it must survive exec
    setenv(boot::kJobDescriptorVariable, std::to_string(memory_fd).c_str(), 1);
    setenv(boot::kRankVariable, std::to_string(job.rank).c_str(), 1);
    execv(start.path.c_str(), start.options.program);
    const int error = errno;
    int32_t undecided = 0; // every image comes here: one speaks
    if (job.header->ending_code.compare_exchange_strong(undecided, kNotExecutable,
                                                        std::memory_order_seq_cst)) {
        complain(0, "run: %s cannot be started: %s%s", start.path.c_str(), std::strerror(error),
                 remark_on(error));
    }
    job.header->ending.store(1, std::memory_order_seq_cst); // PAIR job.changes: set `ending`
    _exit(kNotExecutable);
}

void drain_labels(void* context, int signals, int timeout_ms) {
    static_cast<const Start*>(context)->labeler->drain(signals, timeout_ms);
}

int launch(const Options& options, const std::string& path) {
    Labeler labeler;
    if (options.labels && !labeler.open(options.images)) {
        return complain(1, "run: no pipes for the output of %d images: %s", options.images,
                        std::strerror(errno));
    }
    Start start{options, path, options.labels ? &labeler : nullptr};
    const boot::Launched launched =
        boot::launch(options.images, {become_image, &start, path.c_str(), true,
                                      options.labels ? drain_labels : nullptr});
    if (launched.status < 0) {
        return complain(1, "run: %s", last_error());
    }
    return launched.exit_status;
}

} // namespace

int run(Arguments arguments) {
    Options options;
    if (const int status = parse(arguments, options); status != 0) {
        return status;
    }
    if (options.wants_help) {
        std::fputs(kUsage, stdout);
        return 0;
    }
    if (options.images == 0) {
        const Result<int64_t> images = boot::default_images();
        if (!images.ok()) {
            return complain(kBadUsage, "run: %s", last_error());
        }
        options.images = static_cast<int>(images.value);
    }
    const std::string path = find_program(*options.program);
    return is_program(path) ? launch(options, path) : complain_of(path);
}

} // namespace arauto::tools
