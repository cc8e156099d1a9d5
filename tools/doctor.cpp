// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto doctor`: the jobs of this user; a trace; what this installation and this machine have for
// jobs, and for each thing that is
// missing, how to get it. It reads and asks, and changes nothing.
#include "command.hpp"
#include "compiler_words.hpp"
#include "insight/doctor_trace.hpp"
#include "mpi_compiler.hpp"
#include "running_job.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/info.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <vector>

namespace arauto::tools {
namespace {

constexpr const char* kUsage =
    "usage: arauto doctor\n"
    "       arauto doctor PID\n"
    "       arauto doctor FILE [--top N] [--image I] [--line FILE:LINE]\n"
    "       arauto doctor FILE [--html FILE] [--perfetto FILE] [--otf2 DIR] [--json FILE] [--top "
    "N]\n"
    "       arauto doctor FILE --what-if CHANGE[,CHANGE...]\n"
    "       arauto doctor --install\n"
    "\n"
    "Alone it lists the jobs of this user on this machine: the process of each, its program, its\n"
    "images and how many of them wait, and since when it runs.\n"
    "\n"
    "With a PID: where the images of that running job wait, as 'arauto where'.\n"
    "\n"
    "With a FILE that 'arauto run --trace' has written: where the time of that job went, by\n"
    "image and by line, and for which calls of other images it has waited.\n"
    "\n"
    "  --top N          so many causes and lines at most (default 10)\n"
    "  --image I        of this image alone\n"
    "  --line F:L       of this line alone, as the report names it\n"
    "  --what-if C      the run replayed with a change: heat.f90:42=none (no synchronisation\n"
    "                   there), heat.f90:42=pairs (only for those that exchange data),\n"
    "                   image3*0.8 (its computation)\n"
    "  --html FILE      a page with a timeline, where images wait, and their partners\n"
    "  --perfetto FILE  all calls, for the viewer at ui.perfetto.dev\n"
    "  --otf2 DIR       the same for Vampir and others, by Python's package otf2\n"
    "  --json FILE      all causes and sums, for programs\n"
    "\n"
    "The last four write this instead of a report; as a FILE, - is standard output.\n"
    "\n"
    "With --install it shows what this installation and this machine have for jobs, in a form fit\n"
    "for a report of a fault: each line is ok, or missing with how to get it. The exit status is "
    "1\n"
    "when something is missing without which no coarray program is compiled or run.\n";

constexpr double kMib = 1024.0 * 1024.0;
constexpr double kSmallMib = 64.0;

class Report {
  public:
    void show(const char* name, const std::string& value) const {
        std::printf("  %-13s ok       %s\n", name, value.c_str());
    }
    void miss(const char* name, const std::string& remedy) const {
        std::printf("  %-13s missing  %s\n", name, remedy.c_str());
    }
    void need(const char* name, const std::string& remedy) {
        miss(name, remedy);
        is_whole_ = false;
    }
    [[nodiscard]] bool is_whole() const { return is_whole_; }

  private:
    bool is_whole_ = true;
};

/// The first line of what a command says of itself.
std::string version_of(const std::string& command) {
    const std::string said = output_of(command + " --version 2>/dev/null");
    return said.substr(0, said.find('\n'));
}

void report_compilers(Report& report) {
    for (const char* language : {"fc", "cc", "cxx"}) {
        const std::vector<std::string> words = chosen_compiler(language);
        const std::string name = words.empty() ? "" : words[0];
        const bool is_path = name.find('/') != std::string::npos;
        if (is_path ? is_program(name) : !find_program_in_path(name).empty()) {
            const std::string command = shell_command(words);
            report.show(language, command + ": " + version_of(command));
        } else if (language == std::string("fc")) {
            report.need(language, "there is no '" + name +
                                      "': install gfortran, or name a compiler in ARAUTO_FC");
        } else {
            report.miss(language, "there is no '" + name + "': install gcc and g++");
        }
    }
}

/// The build leaves it as a file, so that a commit compiles nothing again.
void report_commit(Report& report) {
    std::string commit;
    std::ifstream(prefix() + "/share/arauto/commit") >> commit;
    if (commit.empty()) {
        report.miss("commit", "it was not built in a clone; name the archive of the sources");
    } else {
        report.show("commit", commit);
    }
}

void report_libraries(Report& report) {
    const std::string folder = library_folder();
    if (access((folder + "/libarauto.so").c_str(), R_OK) == 0) {
        report.show("libarauto", folder);
    } else {
        report.need("libarauto", folder + "/libarauto.so cannot be read: install Arauto again");
    }
    std::string mpis;
    for (const char* abi : {"openmpi", "mpich", "abi"}) {
        const std::string library = folder + "/libarauto_mpi_" + abi + ".so";
        mpis +=
            access(library.c_str(), R_OK) == 0 ? std::string(mpis.empty() ? "" : ", ") + abi : "";
    }
    if (mpis.empty()) {
        report.miss("MPIs",
                    "build Arauto where an MPI is installed (libopenmpi-dev, libmpich-dev)");
    } else {
        report.show("MPIs", "libraries for the ABI of " + mpis);
    }
}

/// The network, as arauto_info_visit describes it.
struct Network {
    std::string state, text, providers;
};

void take_network(
    void* context, const char* group, const char* name, const char* value, const char* help) {
    auto& network = *static_cast<Network*>(context);
    if (group != std::string("transport")) {
        return;
    }
    if (name == std::string("ofi")) {
        network.state = value;
        network.text = help;
    } else if (name == std::string("network")) {
        network.text = help;
    } else if (name == std::string("providers")) {
        network.providers = value;
    }
}

void report_network(Report& report) {
    Network network;
    arauto_info_visit(take_network, &network);
    if (network.state == "libfabric") {
        report.show("network", network.text);
    } else {
        report.miss("network", "jobs stay on one machine: " + network.text);
    }
    if (network.providers.empty()) {
        report.miss("libfabric", "install libfabric (Debian: libfabric1); an Arauto that was built "
                                 "without its headers (libfabric-dev) must be built again");
    } else {
        report.show("libfabric", network.providers);
    }
}

/// The MPIs that programs here are compiled with; each needs the library of its ABI.
void report_mpis(Report& report) {
    for (const char* wrapper : {"mpicc", "mpicc.openmpi", "mpicc.mpich", "mpicc_abi"}) {
        if (find_program_in_path(wrapper).empty()) {
            continue;
        }
        const MpiOfWrapper mpi = find_mpi({wrapper});
        const std::string library = library_folder() + "/libarauto_mpi_" + mpi.abi + ".so";
        if (mpi.abi.empty()) {
            report.miss(wrapper, "it finds no mpi.h of an MPI that Arauto knows");
        } else if (access(library.c_str(), R_OK) != 0) {
            report.miss(wrapper, mpi.abi + " " + mpi.version +
                                     ": build Arauto where this MPI is in PATH for its library");
        } else {
            report.show(wrapper, mpi.abi + " " + mpi.version);
        }
    }
}

void report_launchers(Report& report) {
    std::string found;
    for (const char* name : {"prterun", "mpirun", "mpiexec", "srun"}) {
        found +=
            find_program_in_path(name).empty() ? "" : std::string(found.empty() ? "" : ", ") + name;
    }
    if (found.empty()) {
        report.miss("launchers", "--hosts needs one: prterun, mpirun, mpiexec or srun");
    } else {
        report.show("launchers", found);
    }
}

void report_permissions(Report& report) {
    int scope = 0;
    std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope;
    if (scope <= 1) {
        report.show("ptrace", "processes may copy each other's memory");
    } else {
        report.miss("ptrace", "copies outside coarrays go through rings; as root: sysctl "
                              "kernel.yama.ptrace_scope=1");
    }
    struct statvfs facts{};
    const bool is_there = statvfs("/dev/shm", &facts) == 0;
    const double mib =
        static_cast<double>(facts.f_bavail) * static_cast<double>(facts.f_frsize) / kMib;
    if (is_there && mib >= kSmallMib) {
        report.show("/dev/shm", std::to_string(static_cast<long>(mib)) + " MiB are free");
    } else {
        report.miss("/dev/shm", "an MPI beside Arauto needs it; containers: --shm-size=1g");
    }
    rlimit limit{};
    getrlimit(RLIMIT_MEMLOCK, &limit);
    if (limit.rlim_cur == RLIM_INFINITY) {
        report.show("memlock", "unlimited");
    } else {
        report.miss("memlock", std::to_string(limit.rlim_cur / 1024) +
                                   " KiB: networks that register memory need more (ulimit -l "
                                   "unlimited, or /etc/security/limits.conf)");
    }
}

std::string text_of_time(int64_t seconds) {
    const auto time = static_cast<time_t>(seconds);
    tm parts{};
    char text[32];
    localtime_r(&time, &parts);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    return text;
}

void list_jobs() {
    const std::vector<RunningJob> jobs = jobs_of_user();
    if (jobs.empty()) {
        std::printf(
            "No job of this user runs on this machine. 'arauto doctor --install' shows what "
            "this installation has.\n");
        return;
    }
    std::printf("%9s  %6s  %8s  %-19s  %s\n", "process", "images", "waiting", "since", "program");
    for (const RunningJob& job : jobs) {
        std::printf("%9d  %6u  %8u  %-19s  %s\n", job.pid, job.images, job.waiting,
                    text_of_time(job.since_s).c_str(), job.program.c_str());
        if (job.here < job.images) {
            std::printf("%9s  %u of the images run on this machine\n", "", job.here);
        }
    }
    std::printf("'arauto doctor %d' says where the images of %s wait.\n", jobs[0].pid,
                jobs.size() == 1 ? "this job" : "the first");
}

bool is_number(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

int doctor(Arguments arguments) {
    for (const std::string word : arguments) {
        if (word == "--help" || word == "-h") {
            std::fputs(kUsage, stdout);
            return 0;
        }
    }
    if (arguments.empty()) {
        list_jobs();
        return 0;
    }
    const bool is_of_installation =
        std::all_of(arguments.begin(), arguments.end(),
                    [](const char* word) { return std::strcmp(word, "--install") == 0; });
    if (!is_of_installation) {
        return is_number(arguments[0]) ? where(arguments) : insight::doctor_trace(arguments);
    }
    Report report;
    std::printf("arauto %s in %s\n", arauto_version(), prefix().c_str());
    report_commit(report);
    report_libraries(report);
    report_network(report);
    report_compilers(report);
    report_mpis(report);
    report_launchers(report);
    report_permissions(report);
    return report.is_whole() ? 0 : 1;
}

} // namespace arauto::tools
