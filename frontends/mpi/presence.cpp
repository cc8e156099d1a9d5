// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See presence.hpp. Before MPI_Init the environment that the launcher has set gives the job's name,
// this process's rank, and the number of the job's processes on this machine. Hydra gives no name;
// the number of the Hydra process that started this one is used instead.
#include "presence.hpp"

#include "job.hpp"
#include "real.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <mutex>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace arauto::mpi {
namespace {

// A job that is started within another launcher's job inherits that launcher's variables.
#if defined(OPEN_MPI)
constexpr bool kHydraFirst = false;
constexpr std::initializer_list<const char*> kRanks = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK"};
constexpr std::initializer_list<const char*> kCounts = {"OMPI_COMM_WORLD_LOCAL_SIZE"};
#else
constexpr bool kHydraFirst = true;
constexpr std::initializer_list<const char*> kRanks = {"PMI_RANK", "PMIX_RANK"};
constexpr std::initializer_list<const char*> kCounts = {"MPI_LOCALNRANKS"};
#endif

const char* first_set(std::initializer_list<const char*> names) noexcept {
    for (const char* const name : names) {
        if (const char* const value = std::getenv(name); value != nullptr && value[0] != '\0') {
            return value;
        }
    }
    return nullptr;
}

/// @param name  receives the name of `process`
/// @return the number of its parent; 0 when it is not known
int parent_of(int process, std::string& name) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    std::FILE* const file = std::fopen(path, "r");
    if (file == nullptr) {
        return 0;
    }
    char text[512] = "";
    const size_t bytes = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    text[bytes] = '\0';
    const char* const begin = std::strchr(text, '(');
    const char* const end = std::strrchr(text, ')'); // a name may have brackets itself
    int parent = 0;
    if (begin == nullptr || end == nullptr || std::sscanf(end, ") %*c %d", &parent) != 1) {
        return 0;
    }
    name.assign(begin + 1, end);
    return parent;
}

/// The nearest ancestor of this process that is Hydra's; there is one for each job and machine.
int find_hydra() noexcept {
    std::string name;
    for (int process = getpid(); process > 1;) {
        const int parent = parent_of(process, name);
        if (name.rfind("hydra_pmi_proxy", 0) == 0) {
            return process;
        }
        process = parent;
    }
    return 0;
}

/// Empty when it is not known.
std::string name_of_job() noexcept {
    const int hydra = kHydraFirst ? find_hydra() : 0;
    const char* const job = first_set({"PMIX_NAMESPACE"});
    if (hydra != 0) {
        return "hydra-" + std::to_string(hydra);
    }
    return job != nullptr ? job : "";
}

struct Name {
    sockaddr_un address{};
    socklen_t bytes = 0;
};

/// An abstract socket name, which leaves no file behind.
Name name_of(const std::string& job, int rank) noexcept {
    Name name;
    name.address.sun_family = AF_UNIX;
    const int length = std::snprintf(name.address.sun_path + 1, sizeof name.address.sun_path - 1,
                                     "arauto-mpi/%u/%.60s/%d", getuid(), job.c_str(), rank);
    name.bytes =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<size_t>(length));
    return name;
}

bool is_present(int socket, const std::string& job, int rank) noexcept {
    const Name name = name_of(job, rank);
    return connect(socket, reinterpret_cast<const sockaddr*>(&name.address), name.bytes) == 0;
}

/// How many processes of the job this machine has; 0 when the launcher does not say.
int count_here() noexcept {
    const char* const count = first_set(kCounts);
    return count != nullptr ? std::atoi(count) : 0;
}

} // namespace

void show_presence() noexcept {
    const char* const rank = first_set(kRanks);
    const std::string job = name_of_job();
    // Spawned processes may have the same Hydra process as the processes that have spawned them.
    const bool is_ambiguous = kHydraFirst && first_set({"PMI_SPAWNED"}) != nullptr;
    if (g_job.presence_socket >= 0 || rank == nullptr || job.empty() || is_ambiguous) {
        return;
    }
    const int shown = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const Name name = name_of(job, std::atoi(rank));
    if (bind(shown, reinterpret_cast<const sockaddr*>(&name.address), name.bytes) == 0) {
        g_job.presence_socket = shown;
    } else if (shown >= 0) {
        close(shown);
    }
}

Presence find_present() noexcept {
    Presence presence;
    int size = 0;
    real().Comm_size(MPI_COMM_WORLD, &size);
    if (size == 1) {
        return {{0}, true};
    }
    if (g_job.presence_socket < 0) {
        return presence;
    }
    const std::string job = name_of_job();
    const int looking = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    for (int rank = 0; rank < size; ++rank) {
        if (is_present(looking, job, rank)) {
            presence.ranks.push_back(rank);
        }
    }
    close(looking);
    const bool are_all = presence.ranks.size() == static_cast<size_t>(size);
    presence.is_certain = are_all || count_here() == size;
    return presence;
}

namespace {

[[noreturn]] void end_incomplete_job(int rank) noexcept {
    std::fprintf(
        stderr,
        "arauto: rank %d: some processes of this job have not loaded libarauto_mpi, or have "
        "set ARAUTO_MPI=off. Over several machines, and among spawned processes, all must do "
        "the same: mpirun -x LD_PRELOAD (Open MPI) or -genv LD_PRELOAD ... (MPICH) sets a "
        "variable on every machine\n",
        rank);
    _exit(1); // the launcher ends the others
}

} // namespace

void agree_or_end(const Presence& presence) noexcept {
    constexpr std::chrono::seconds kTimeout{20}; // all leave their MPI_Init within milliseconds
    constexpr int kTag = 0x0a3b;
    int rank = 0;
    real().Comm_rank(MPI_COMM_WORLD, &rank);
    if (g_job.presence_socket >= 0 && presence.ranks.size() < static_cast<size_t>(count_here())) {
        end_incomplete_job(rank);
    }
    std::mutex mutex;
    std::condition_variable agreed;
    bool have_agreed = false;
    std::thread watch([&] {
        std::unique_lock<std::mutex> lock(mutex);
        if (!agreed.wait_for(lock, kTimeout, [&] { return have_agreed; })) {
            end_incomplete_job(rank);
        }
    });
    // A process without this library would match a collective on MPI_COMM_WORLD with one of its
    // own; it cannot do so with this call.
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Comm all = MPI_COMM_NULL;
    real().Comm_group(MPI_COMM_WORLD, &world);
    real().Comm_create_group(MPI_COMM_WORLD, world, kTag, &all);
    {
        const std::lock_guard<std::mutex> lock(mutex);
        have_agreed = true;
    }
    agreed.notify_one();
    watch.join();
    real().Comm_free(&all);
    real().Group_free(&world);
}

} // namespace arauto::mpi
