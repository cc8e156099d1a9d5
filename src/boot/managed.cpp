// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See managed.hpp. Each rank publishes two small blobs and looks up two of others, whatever the
// size of the job. On one node all ranks synchronise once. Over several nodes, the node leaders
// agree on the smallest heap that any node has room for, in rounds of 32 nodes to one; all ranks
// synchronise once more for each round.
#include "boot/managed.hpp"

#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/identity.hpp"
#include "boot/job_memory.hpp"
#include "boot/report.hpp"
#include "os/process.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/random.h>
#include <unistd.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define ARAUTO_BUILT "address"
#elif defined(__SANITIZE_THREAD__)
#define ARAUTO_BUILT "thread"
#else
#define ARAUTO_BUILT "plain"
#endif

namespace arauto::boot {
namespace {

/// The decision of rank 0 for all.
struct Decision {
    uint64_t stride;
    uint64_t secret[2];
    uint32_t counts;
    uint32_t profile;
    int32_t status; // negative: the job cannot begin, and rank 0 says so
    uint32_t trace_shift; // 1 + log2 of Layout::trace_records; 0: none
};

/// Where a node's lowest rank has the memory; none where `fd` is negative, and it says so.
struct NodeMemory {
    int64_t pid;
    int64_t fd;
};

constexpr int kNodesToOne = 32; // in a round of the agreement
constexpr uint64_t kNoOffer = ~uint64_t{0};

constexpr long kNapNs = 200'000;
constexpr int kNapsBetweenLooks = 100; // at whether the awaited process still exists

template <typename Blob> std::span<const std::byte> bytes_of(const Blob& blob) noexcept {
    return std::as_bytes(std::span(&blob, 1));
}

template <typename Blob>
Status look_up(ProcessManager& manager, int rank, const char* key, Blob& blob) noexcept {
    return manager.lookup(rank, key, std::as_writable_bytes(std::span(&blob, 1)));
}

void nap() noexcept {
    const timespec time{0, kNapNs};
    nanosleep(&time, nullptr);
}

/// Another says why the job cannot begin, and ends it.
[[noreturn]] void wait_for_end() noexcept {
    for (;;) {
        nap();
    }
}

/// One process's way into the job; each step after the one before.
class Joining {
  public:
    explicit Joining(ProcessManager& manager) noexcept
        : manager_(manager), leader_(manager.near().front()),
          is_leader_(leader_ == manager.rank()) {}

    [[nodiscard]] Status publish() noexcept;
    [[nodiscard]] Status check_identity() noexcept;
    [[nodiscard]] Status agree() noexcept;
    [[nodiscard]] Status enter() noexcept;
    [[nodiscard]] Status meet_node() noexcept;
    [[nodiscard]] const Job& job() const noexcept { return job_; }

  private:
    [[nodiscard]] Status try_memory() noexcept;
    [[nodiscard]] Status prepare() noexcept;
    [[nodiscard]] Status publish_stride(int nodes) noexcept;
    [[nodiscard]] Status hear_strides(int nodes) noexcept;
    [[nodiscard]] Status make_memory() noexcept;
    [[nodiscard]] Status open_memory() noexcept;
    [[nodiscard]] Status wait_until_ready(const NodeMemory& memory, int fd) noexcept;
    void note_near() noexcept;
    [[nodiscard]] Status check_alive(int64_t pid) noexcept;

    ProcessManager& manager_;
    const int leader_;
    const bool is_leader_;
    int fd_ = -1; // of the leader
    Decision decision_{};
    Job job_;
};

/// Makes memory for a moment, so that others hear of a stride that is possible. Where it is not,
/// rank 0 says why, for it may be the same everywhere.
Status Joining::try_memory() noexcept {
    decision_.stride = kNoOffer;
    const Result<JobMemory> memory =
        create_job_memory(manager_.size(), false, static_cast<int>(manager_.near().size()));
    if (!memory.ok()) {
        return manager_.rank() == 0 ? memory.status : ARAUTO_OK;
    }
    JobHeader* const header = memory.value.header;
    decision_.stride = header->heap_stride;
    decision_.counts = header->tally_offset != 0 ? 1 : 0;
    decision_.profile = header->profile_offset != 0 ? 1 : 0;
    decision_.trace_shift = static_cast<uint32_t>(std::bit_width(header->trace_records));
    os::unmap(reinterpret_cast<std::byte*>(header), header->total_bytes);
    close(memory.value.fd);
    return ARAUTO_OK;
}

std::string heap_key(int nodes) {
    return "heap" + std::to_string(nodes);
}

/// Publishes the stride that so many nodes from this one on can have. For all nodes, rank 0
/// publishes it with its other decisions.
Status Joining::publish_stride(int nodes) noexcept {
    if (nodes < manager_.nodes()) {
        return manager_.publish(heap_key(nodes).c_str(), bytes_of(decision_.stride));
    }
    if (getrandom(decision_.secret, sizeof decision_.secret, 0) != sizeof decision_.secret) {
        return fail(ARAUTO_ERR_SYSTEM, "the system gives no random numbers for this job's secret");
    }
    return manager_.publish("root", bytes_of(decision_));
}

/// Looks up what groups of so many nodes each can have: of the groups that this node speaks for.
Status Joining::hear_strides(int nodes) noexcept {
    const std::string key = heap_key(nodes);
    const int own = manager_.node_of(manager_.rank());
    const int end = std::min(own + kNodesToOne * nodes, manager_.nodes());
    for (int node = own + nodes; node < end; node += nodes) {
        uint64_t stride = 0;
        if (Status status = look_up(manager_, manager_.first_of(node), key.c_str(), stride);
            status < 0) {
            return status;
        }
        decision_.stride = std::min(decision_.stride, stride);
    }
    return ARAUTO_OK;
}

/// After each node has published the room that it has.
Status Joining::agree() noexcept {
    for (int nodes = 1; nodes < manager_.nodes(); nodes *= kNodesToOne) {
        const int together = nodes * kNodesToOne;
        if (is_leader_ && manager_.node_of(manager_.rank()) % together == 0) {
            if (Status status = hear_strides(nodes); status < 0) {
                return status;
            }
            if (Status status = publish_stride(together); status < 0) {
                return status;
            }
        }
        if (Status status = manager_.synchronise(); status < 0) {
            return status;
        }
    }
    return ARAUTO_OK;
}

/// Finds the room for a node's memory, and makes its object.
Status Joining::prepare() noexcept {
    if (Status status = try_memory(); status < 0) {
        return status;
    }
    const Result<int> object = os::create_shared_object();
    fd_ = object.value; // -1 where there is none
    return object.status;
}

Status Joining::publish() noexcept {
    if (Status status = manager_.publish("id", bytes_of(own_identity())); status < 0) {
        return status;
    }
    if (!is_leader_) {
        return ARAUTO_OK;
    }
    decision_.status = prepare();
    if (Status status = publish_stride(1); status < 0) {
        return status;
    }
    const Status published = manager_.publish("mem", bytes_of(NodeMemory{getpid(), fd_}));
    return decision_.status < 0 ? decision_.status : published;
}

/// A rank that differs from rank 0 reports it, unless the rank before differs too and reports it.
Status Joining::check_identity() noexcept {
    const Identity own = own_identity();
    Identity first{};
    Identity before{};
    const Status status = look_up(manager_, 0, "id", first);
    if (status < 0 || std::memcmp(&own, &first, sizeof own) == 0) {
        return status;
    }
    if (look_up(manager_, manager_.rank() - 1, "id", before) >= 0 &&
        std::memcmp(&before, &first, sizeof before) != 0) {
        wait_for_end();
    }
    first.version[sizeof first.version - 1] = '\0';
    first.build[sizeof first.build - 1] = '\0';
    return fail(ARAUTO_ERR_SYSTEM,
                "%s of this job is linked with Arauto %s (built %s; job format %u), but %s "
                "with %s (built %s; job format %u): all programs of a job must use one build of "
                "the library",
                name_of(manager_.rank()).text, own.version, own.build, own.job_version,
                name_of(0).text, first.version, first.build, first.job_version);
}

Status Joining::check_alive(int64_t pid) noexcept {
    const int dead = manager_.next_death();
    if (dead >= 0 || !os::process_exists(pid)) {
        return fail(ARAUTO_ERR_FAILED, "%s ended before this job had begun",
                    name_of(dead >= 0 ? dead : leader_).text);
    }
    return ARAUTO_OK;
}

Status Joining::make_memory() noexcept {
    const uint64_t records =
        decision_.trace_shift > 0 ? uint64_t{1} << (decision_.trace_shift - 1) : 0;
    const Layout layout{manager_.size(), decision_.stride, decision_.counts != 0,
                        decision_.profile != 0, records};
    const Result<std::byte*> memory = os::map_new_object(fd_, job_bytes(layout));
    if (!memory.ok()) {
        return memory.status;
    }
    job_ = view_of_job(write_header(memory.value, layout), manager_.rank());
    return ARAUTO_OK;
}

Status Joining::wait_until_ready(const NodeMemory& memory, int fd) noexcept {
    for (int naps = 1; !os::has_size(fd); ++naps) {
        if (naps % kNapsBetweenLooks == 0 && check_alive(memory.pid) < 0) {
            return ARAUTO_ERR_FAILED;
        }
        nap();
    }
    const Result<std::byte*> start = os::map_shared_memory(fd, kHeaderBytes);
    if (!start.ok()) {
        return start.status;
    }
    const auto& header = *reinterpret_cast<const JobHeader*>(start.value);
    Status status = ARAUTO_OK;
    // PAIR job.ready: look
    for (int naps = 1; header.ready.load(std::memory_order_acquire) == 0 && status >= 0; ++naps) {
        if (naps % kNapsBetweenLooks == 0) {
            status = check_alive(memory.pid);
        }
        nap();
    }
    os::unmap(start.value, kHeaderBytes);
    return status;
}

Status Joining::open_memory() noexcept {
    NodeMemory memory{};
    if (Status status = look_up(manager_, leader_, "mem", memory); status < 0) {
        return status;
    }
    if (memory.fd < 0) {
        wait_for_end();
    }
    const Result<int> fd = os::open_shared_memory_of(memory.pid, static_cast<int>(memory.fd));
    if (!fd.ok()) {
        return fd.status;
    }
    if (Status status = wait_until_ready(memory, fd.value); status < 0) {
        return status;
    }
    const Result<Job> job = attach(fd.value, manager_.rank());
    job_ = job.value;
    return job.status;
}

/// Notes the near ranks, and forbids the heaps of all others: touching one is a crash.
void Joining::note_near() noexcept {
    const std::span<const int> near = manager_.near();
    job_.near.first = near.front();
    job_.near.count = near.back() - near.front() + 1;
    if (static_cast<size_t>(job_.near.count) != near.size()) {
        auto* const bits = new uint64_t[static_cast<size_t>(job_.near.count) / 64 + 1]();
        for (const int rank : near) {
            const int index = rank - near.front();
            bits[index / 64] |= uint64_t{1} << (index % 64);
        }
        job_.near.scattered = bits; // until the process ends
    }
    int first = 0; // of a stretch of far ranks
    const auto forbid_before = [&](int end) {
        if (end > first) {
            os::forbid(job_.heap(first),
                       static_cast<size_t>(end - first) * job_.header->heap_stride);
        }
    };
    for (const int rank : near) {
        forbid_before(rank);
        first = rank + 1;
    }
    forbid_before(job_.size);
}

Status Joining::enter() noexcept {
    if (Status status = look_up(manager_, 0, "root", decision_); status < 0) {
        return status;
    }
    if (decision_.status < 0) {
        wait_for_end();
    }
    if (Status status = is_leader_ ? make_memory() : open_memory(); status < 0) {
        return status;
    }
    job_.manager = &manager_;
    std::copy(std::begin(decision_.secret), std::end(decision_.secret), job_.secret);
    note_near();
    offer_own_cores(*job_.header);
    mark_running(job_);
    return ARAUTO_OK;
}

/// Waits until all ranks of this node have entered. The leader keeps the memory open, for `arauto
/// where`.
Status Joining::meet_node() noexcept {
    const auto everyone = static_cast<uint32_t>(manager_.near().size());
    // PAIR job.attached: look
    for (int naps = 0; job_.header->attached.load(std::memory_order_acquire) != everyone; ++naps) {
        // relaxed because `attached` orders it
        const uint64_t pid = job_.images[leader_].pid.load(std::memory_order_relaxed);
        if (naps % kNapsBetweenLooks == kNapsBetweenLooks - 1 && pid != 0) {
            if (Status status = check_alive(static_cast<int64_t>(pid)); status < 0) {
                return status;
            }
        }
        nap();
    }
    job_.cores = count_cores(*job_.header);
    return ARAUTO_OK;
}

Status go_through(Joining& joining, ProcessManager& manager) noexcept {
    // A rank that fails here still synchronises: a rank that is missing there would hold up the
    // others, and a launcher that is to end the job while it still starts processes (Open MPI 4.1)
    // may start the rest all the same, and wait for them.
    const Status published = joining.publish();
    const std::string sentence = published < 0 ? last_error() : "";
    const Status synchronised = manager.synchronise();
    if (published < 0) {
        return fail(published, "%s", sentence.c_str());
    }
    if (synchronised < 0) {
        return synchronised;
    }
    if (Status status = joining.check_identity(); status < 0) {
        return status;
    }
    if (Status status = joining.agree(); status < 0) {
        return status;
    }
    if (Status status = joining.enter(); status < 0) {
        return status;
    }
    return joining.meet_node();
}

ProcessManager* g_manager = nullptr;
pid_t g_process = 0; // that has joined: not a child of it

} // namespace

Identity own_identity() noexcept {
    constexpr bool kIsLittle = std::endian::native == std::endian::little;
    constexpr const char* kBuild =
        kIsLittle ? ARAUTO_BUILT ", little-endian" : ARAUTO_BUILT ", big-endian";
    Identity identity{};
    identity.magic = kJobMagic;
    identity.job_version = kJobVersion;
    identity.header_bytes = sizeof(JobHeader);
    identity.block_bytes = sizeof(ImageBlock);
    identity.tally_bytes = sizeof(TallyBlock);
    std::strncpy(identity.version, ARAUTO_VERSION, sizeof identity.version - 1);
    std::strncpy(identity.build, kBuild, sizeof identity.build - 1);
    return identity;
}

void send_closing_message() noexcept {
    if (g_process == getpid()) {
        g_process = 0;
        g_manager->leave();
    }
}

void share_host() noexcept {
    if (g_manager != nullptr) {
        g_manager->share(true);
    }
}

Result<Job> join_managed_job(ProcessManager& manager) noexcept {
    os::admit_siblings();
    g_manager = &manager;
    g_process = getpid();
    std::atexit(send_closing_message); // for those that fail before they run
    Joining joining(manager);
    if (const Status status = go_through(joining, manager); status < 0) {
        log(LogLevel::error, "%s", last_error());
        manager.end_job(1);
        _exit(1);
    }
    return {ARAUTO_OK, joining.job()};
}

} // namespace arauto::boot
