// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto run`: starts a job on this machine, or on other hosts by run_hosts.cpp.
#include "run.hpp"

#include "command.hpp"
#include "insight/doctor_trace.hpp"
#include "labeler.hpp"
#include "program_mpi.hpp"
#include "race_report.hpp"

#include "arauto/spi/info.h"
#include "base/status.hpp"
#include "boot/check_area.hpp"
#include "boot/join.hpp"
#include "boot/launcher.hpp"
#include "boot/report_file.hpp"
#include "boot/settings.hpp"
#include "boot/trace_file.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto run [-n N] [--hosts LIST] [--label] [--counters[=FILE]] "
    "[--profile[=FILE]]\n"
    "                  [--trace[=FILE]] [--trace-size=BYTES] [--flight[=FILE]] [--mpi=no]\n"
    "                  PROGRAM [ARGS]\n"
    "\n"
    "Runs a program on N images, of this machine unless hosts are named, and ends with the worst\n"
    "image's exit status; 128 + n when signal n ended the job.\n"
    "\n"
    "  -n N          number of images (default: ARAUTO_NUM_IMAGES, else the cores that this\n"
    "                process may use)\n"
    "  -l, --label   write '[image] ' before each line of output\n"
    "  --counters    when the job has ended, print what its images did: calls, messages, bytes of\n"
    "                each operation; with =FILE into that file, as JSON when it ends in .json\n"
    "  --profile     when the job has ended, print how long each image computed, waited and "
    "copied,\n"
    "                and the statements that waited longest; with =FILE into that file\n"
    "  --trace       record what each image does; when the job has ended, write that into\n"
    "                arauto-trace.arauto, or into =FILE, and print where the time went\n"
    "  --trace-size=64M  memory of each image for records; the oldest are written over\n"
    "  --flight      keep the latest calls of each image; when the job breaks off, write them\n"
    "                into arauto-flight.PID.txt, or into =FILE\n"
    "  --hosts a,b:4 run on these hosts, with so many images at most on each, by an installed\n"
    "                prterun, mpirun, mpiexec or srun (ARAUTO_LAUNCHER names one)\n"
    "  --hostfile F  the same from a file: lines 'a', 'b:4' or 'b slots=4'\n"
    "  --mpi=no      start a program that is linked to an MPI as any other; without this option\n"
    "                that MPI's own mpirun starts it\n"
    "  -v            say which launcher starts the job, and how\n"
    "  --            what follows is the program, even when it begins with '-'\n"
    "\n"
    "Options come before the program; all after it are its own arguments. 'arauto info' lists\n"
    "the variables that set more.\n";

constexpr const char* kCheckUsage =
    "usage: arauto check [-n N] [OPTIONS OF run] PROGRAM [ARGS]\n"
    "\n"
    "Runs a program as 'arauto run' does, on this machine, and finds races: accesses of two "
    "images\n"
    "to one place of a coarray that nothing orders, of which one writes. Prints each of them when "
    "the\n"
    "job has ended, with both lines, and what is missing between them.\n"
    "\n"
    "  -n N          number of images\n"
    "  -l, --label   write '[image] ' before each line of output\n"
    "  --options LIST  of these, with commas between: co (co_sum and its like order their "
    "images),\n"
    "                init (tell of reads of other images' memory that nothing was written to),\n"
    "                shuffle=SEED (short delays by chance, so that other orders are tried)\n"
    "  --json FILE   write the races into that file, for programs\n"
    "  --suppress FILE  do not tell of races that it names: lines 'heat.f90:29', or the name of a\n"
    "                coarray\n"
    "  --            what follows is the program; all other options of 'arauto run' but --hosts\n"
    "                may be given as well\n"
    "\n"
    "The program's own loads and stores are seen if it was compiled with 'arauto fc --check=race'\n"
    "(or cc, cxx); else accesses to other images alone.\n"
    "\n"
    "The exit status is that of the job; 66 when it would be 0 and there are races.\n";

using Options = RunOptions;

/// The data that a child needs to become an image of the program.
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

/// A list of hosts may come through a pipe, but not without end.
struct FileText {
    std::string text;
    std::string fault; // empty: it could be read
};

FileText text_of_file(const std::string& name) {
    constexpr size_t kMost = size_t{8} << 20;
    FileText found;
    const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    char part[16384];
    ssize_t got = file;
    while (got >= 0 && (got = read(file, part, sizeof part)) > 0 && found.text.size() <= kMost) {
        found.text.append(part, static_cast<size_t>(got));
    }
    if (got < 0) {
        found.fault = std::strerror(errno);
    } else if (found.text.size() > kMost) {
        found.fault = "it is longer than 8 MiB, which no list of hosts is";
    } else if (found.text.find('\0') != std::string::npos) {
        found.fault = "it is no text";
    }
    if (file >= 0) {
        close(file);
    }
    return found;
}

int take_hosts(const std::string& option, const std::string& value, Options& options) {
    const bool is_file = option == "--hostfile";
    const FileText file = is_file ? text_of_file(value) : FileText{};
    if (!file.fault.empty()) {
        return complain(kBadUsage, "run: the file of hosts '%s' cannot be read: %s", value.c_str(),
                        file.fault.c_str());
    }
    const HostList list = is_file ? parse_hostfile(file.text) : parse_hosts(value);
    const std::string fault =
        list.fault.empty() ? add_hosts(options.hosts, list.hosts) : list.fault;
    return fault.empty() ? 0
                         : complain(kBadUsage, "run: %s '%s': %s", option.c_str(), value.c_str(),
                                    fault.c_str());
}

bool is_of_check(const std::string& option) {
    return option == "--options" || option == "--json" || option == "--suppress";
}

/// Those of `arauto check` alone. Returns 0, or the exit status after a complaint.
int take_check_option(const std::string& option, const std::string& value, Options& options) {
    if (option == "--options") {
        setenv(boot::kCheckOptionsSetting.name, value.c_str(), 1);
    } else if (option == "--json") {
        options.races.json_file = value;
    } else if (!read_suppressions(value, options.races.suppressed)) {
        return complain(kBadUsage, "check: the file of suppressions '%s' cannot be read: %s",
                        value.c_str(), std::strerror(errno));
    }
    return 0;
}

/// An option that takes a value, as the next word or after an equals sign. Moves `at` past it.
int take_valued(Arguments arguments, size_t& at, Options& options) {
    std::string option = arguments[at];
    std::string value;
    const size_t equals = option.starts_with("--") ? option.find('=') : std::string::npos;
    if (equals != std::string::npos) {
        value = option.substr(equals + 1);
        option.erase(equals);
    } else if (at + 1 < arguments.size()) {
        value = arguments[++at];
    } else {
        return complain(kBadUsage, "run: after %s %s is missing", option.c_str(),
                        option == "--options"                           ? "a list of words"
                        : option == "--hostfile" || is_of_check(option) ? "the name of a file"
                        : option == "--hosts"                           ? "the list of hosts"
                                                                        : "the number of images");
    }
    if (is_of_check(option)) {
        return take_check_option(option, value, options);
    }
    return option.starts_with("--host") ? take_hosts(option, value, options)
                                        : parse_images(value.c_str(), options);
}

bool takes_value(const std::string& word, const Options& options) {
    const std::string option = word.substr(0, word.find('='));
    if (options.checks && is_of_check(option)) {
        return true;
    }
    return word == "-n" || word == "-np" || option == "--images" || option == "--hosts" ||
           option == "--hostfile";
}

/// `--counters` or `--counters=FILE`, which the variable passes on. False when it is another word.
bool asks_for_report(const std::string& word, const std::string& option, const char* variable) {
    if (word != option && !word.starts_with(option + "=")) {
        return false;
    }
    const std::string file = word.substr(std::min(option.size() + 1, word.size()));
    setenv(variable, file.empty() ? "on" : file.c_str(), 1);
    return true;
}

/// Options without a value. False when it is none.
bool take_flag(const std::string& word, Options& options) {
    if (word == "--label" || word == "-l") {
        options.labels = true;
    } else if (word == "--verbose" || word == "-v") {
        options.is_verbose = true;
    } else if (asks_for_report(word, "--counters", "ARAUTO_COUNTERS") ||
               asks_for_report(word, "--profile", "ARAUTO_PROFILE") ||
               asks_for_report(word, "--trace", "ARAUTO_TRACE") ||
               asks_for_report(word, "--flight", "ARAUTO_FLIGHT")) {
        return true;
    } else if (word.starts_with("--trace-size=")) {
        setenv(boot::kTraceSizeSetting.name, word.c_str() + std::strlen("--trace-size="), 1);
    } else if (word == "--mpi=no" || word == "--mpi=yes") {
        options.heeds_mpi = word == "--mpi=yes";
    } else {
        return false;
    }
    return true;
}

/// Returns 0, or the exit status after a complaint.
int parse(Arguments arguments, Options& options) {
    int status = 0;
    for (size_t i = 0; i < arguments.size() && status == 0; ++i) {
        const std::string word = arguments[i];
        if (word == "--help" || word == "-h") {
            options.wants_help = true;
            return 0;
        }
        if (word == "--" || word[0] != '-') {
            options.program = arguments.data() + i + (word == "--" ? 1 : 0);
            break;
        }
        if (takes_value(word, options)) {
            status = take_valued(arguments, i, options);
        } else if (word.starts_with("-n") && word.size() > 2 && word[2] <= '9') { // -n4
            status = parse_images(word.c_str() + 2, options);
        } else if (!take_flag(word, options)) {
            status =
                complain(kBadUsage, "run: there is no option '%s'; 'arauto run --help' lists them",
                         word.c_str());
        }
    }
    const char* end = arguments.empty() ? nullptr : *(arguments.data() + arguments.size());
    if (status == 0 && (options.program == nullptr || *options.program == end)) {
        return complain(kBadUsage, "run: which program? usage: arauto run -n N PROGRAM [ARGS]");
    }
    return status;
}

int complain_of(const std::string& path) {
    struct stat facts{};
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

/// A hint beside the system's own message when a file cannot be executed.
const char* remark_on(int error) {
    switch (error) {
    case ENOEXEC:
        return " (neither a program of this machine nor a script that begins with #!)";
    case ENOENT:
        return " (the file is there, but the interpreter of its first line, or its loader, is not)";
    default:
        return "";
    }
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
    boot::end_job(*job.header, kNotExecutable, [&] { // every image comes here: one speaks
        complain(0, "run: %s cannot be started: %s%s", start.path.c_str(), std::strerror(error),
                 remark_on(error));
    });
    _exit(kNotExecutable);
}

void drain_labels(void* context, int signals, int timeout_ms) {
    static_cast<const Start*>(context)->labeler->drain(signals, timeout_ms);
}

/// Prints a report in a process of its own: the job keeps its exit status when there is no memory
/// for the report, or when a signal ends it.
/// @param print  returns the exit status of that process
/// @return it; another number when the process was ended
template <typename Print> int print_apart(Print print) {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        sigaddset(&signals, signal);
    }
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    constexpr timespec kNow{};
    while (sigtimedwait(&signals, nullptr, &kNow) > 0) { // what has come during the job
    }
    const pid_t launcher = getpid();
    const pid_t child = fork();
    if (child == 0) {
        os::bind_to_parent(launcher); // and signals are as before the job
        std::set_new_handler([] { _exit(1); });
        _exit(print());
    }
    int status = 1;
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        constexpr timespec kAWhile{1, 0};
        if (const int signal = sigtimedwait(&signals, nullptr, &kAWhile);
            signal > 0 && signal != SIGCHLD) {
            kill(child, signal);
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void report_trace() {
    if (print_apart([] {
            insight::print_short_report(boot::trace_file());
            return 0;
        }) != 0) {
        boot::announce_trace();
    }
}

/// @return the exit status of the job
int report_races(const boot::Launched& launched, const RaceOutput& output) {
    const int exit_status = launched.exit_status;
    const uint32_t races = boot::count_races(*launched.checked);
    const int printed = print_apart([&] {
        return print_races(*launched.checked, launched.has_broken_off, output) ? boot::kRacesFound
                                                                               : 0;
    });
    const bool is_printed = printed == 0 || printed == boot::kRacesFound;
    if (!is_printed) {
        complain(0, "run: the report on %u races could not be printed", races);
    }
    const bool has_races = is_printed ? printed != 0 : races > 0;
    return has_races && exit_status == 0 ? boot::kRacesFound : exit_status;
}

int launch(const Options& options, const std::string& path) {
    Labeler labeler;
    if (options.labels && !labeler.open(options.images)) {
        return complain(1, "run: no pipes for the output of %d images: %s%s", options.images,
                        std::strerror(errno), errno == EMFILE ? " (see ulimit -n)" : "");
    }
    Start start{options, path, options.labels ? &labeler : nullptr};
    const boot::Launched launched =
        boot::launch(options.images, {become_image, &start, path.c_str(), true,
                                      options.labels ? drain_labels : nullptr});
    if (launched.status < 0) {
        return complain(1, "run: %s", last_error());
    }
    int exit_status = launched.exit_status;
    if (launched.checked != nullptr) {
        exit_status = report_races(launched, options.races);
    }
    if (launched.is_traced) {
        report_trace();
    }
    if (const int error = labeler.error(); error != 0 && error != EPIPE) { // a reader may leave
        return complain(std::max(exit_status, 1),
                        "run: output of the images is lost, it could not be written: %s",
                        std::strerror(error));
    }
    return exit_status;
}

/// How many processes an MPI's launcher has started, as its variables say; 0: none has.
int processes_of_mpirun() {
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const char* const value = std::getenv(name); value != nullptr) {
            return std::atoi(value);
        }
    }
    return 0;
}

/// Whether another launcher has started this one. Within `arauto run` that is always a mistake;
/// within mpirun the copies may be meant, as a set of separate jobs.
int check_surroundings() {
    const char* const rank = std::getenv(boot::kRankVariable);
    if (rank != nullptr && std::getenv(boot::kJobDescriptorVariable) != nullptr) {
        const int image = std::atoi(rank) + 1;
        std::signal(SIGTERM, SIG_IGN); // which the other one sends as soon as its job ends
        boot::end_job_around(kBadUsage, [image] {
            complain(0,
                     "run: this 'arauto run' has been started as image %d of another one; write "
                     "'arauto run' once, in front of the program",
                     image);
        });
        return kBadUsage;
    }
    const char* const first = std::getenv("OMPI_COMM_WORLD_RANK");
    const char* const other = std::getenv("PMI_RANK");
    const char* const mine = first != nullptr ? first : other;
    const int copies = processes_of_mpirun();
    if (copies > 1 && (mine == nullptr || std::atoi(mine) == 0)) {
        complain(0,
                 "run: an MPI's launcher has started %d copies of 'arauto run', and each starts a "
                 "job of its own; for one job leave out mpirun, or 'arauto run'",
                 copies);
    }
    return 0;
}

int run_with(Options& options, Arguments arguments) {
    if (const int status = check_surroundings(); status != 0) {
        return status;
    }
    if (const int status = parse(arguments, options); status != 0) {
        return status;
    }
    if (options.wants_help) {
        std::fputs(options.checks ? kCheckUsage : kUsage, stdout);
        return 0;
    }
    if (arauto_settings_check() < 0) {
        return complain(kBadUsage, "run: %s", arauto_last_error());
    }
    const std::string path = find_program(*options.program);
    const std::string mpi = options.heeds_mpi ? mpi_library_of(path) : "";
    const Result<int> is_checked = setting_choice(boot::kCheckSetting);
    if (is_checked.ok() && is_checked.value != 0 && !options.hosts.empty()) {
        return complain(kBadUsage,
                        "run: a job on other hosts cannot be checked for races yet: leave out "
                        "--hosts, so that it runs on this machine alone");
    }
    if (!options.hosts.empty()) {
        return run_on_hosts(options, mpi);
    }
    if (options.images == 0) {
        const Result<int64_t> images = boot::default_images();
        if (!images.ok()) {
            return complain(kBadUsage, "run: %s", last_error());
        }
        options.images = static_cast<int>(images.value);
    }
    if (!mpi.empty() && is_program(path)) {
        std::string program = path;
        *options.program = program.data();
        return run_by_mpi(options, mpi);
    }
    if (!options.heeds_mpi) {
        setenv("ARAUTO_MPI_CHECK", "no", 0); // ranks of MPI may be any then
    }
    if (path.substr(path.rfind('/') + 1) == "valgrind") { // the images' memory is made out here
        const std::string half = std::to_string(boot::kHalfUnderValgrind);
        setenv(boot::kHeapSizeSetting.name, half.c_str(), 0);
    }
    return is_program(path) ? launch(options, path) : complain_of(path);
}

} // namespace

int check(Arguments arguments) {
    setenv(boot::kCheckSetting.name, "race", 1);
    Options options;
    options.checks = true;
    return run_with(options, arguments);
}

int run(Arguments arguments) {
    Options options;
    return run_with(options, arguments);
}

} // namespace arauto::tools
