// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See join.hpp.
#include "boot/join.hpp"

#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/hosted.hpp"
#include "boot/hosts/hosts.hpp"
#include "boot/hosts/surrounding.hpp"
#include "boot/job_memory.hpp"
#include "boot/launcher.hpp"
#include "boot/pretended.hpp"
#include "os/process.hpp"
#include "os/shared_memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace arauto::boot {
namespace {

/// The number in an environment variable that only our launcher sets; -1 when absent.
int take_variable(const char* name) noexcept {
    const char* text = std::getenv(name);
    const int value = text != nullptr ? std::atoi(text) : -1;
    unsetenv(name); // a program that this one starts is no image of this job
    return value;
}

Result<Job> stay_alone() noexcept {
    const Result<JobMemory> memory = create_job_memory(1, true);
    if (!memory.ok()) {
        return {memory.status, {}};
    }
    if (memory.value.fd >= 0) {
        close(memory.value.fd);
    }
    const Job job = place_in(memory.value.header, 0);
    mark_running(job);
    return {ARAUTO_OK, job};
}

Result<Job> launch_self(int images) noexcept {
    std::fflush(nullptr); // or every image would write what is buffered now
    const Child child{[](void*, const Job&, int) {}, nullptr, "this program", false, nullptr};
    const Launched launched = launch(images, child);
    if (launched.status < 0) {
        return {launched.status, {}};
    }
    if (!launched.is_image) {
        _exit(launched.exit_status); // the launcher has nothing of the program to clean up
    }
    return {ARAUTO_OK, launched.job};
}

/// Where rank 0 has the memory; `status` says whether it has any.
struct Offer {
    int64_t pid;
    int32_t fd;
    Status status;
};

Result<Job> attach_to(const Offer& offer, int rank) noexcept {
    if (offer.status < 0) {
        return {
            fail(offer.status, "%s of this job could not make the shared memory", name_of(0).text),
            {}};
    }
    const Result<int> fd = os::open_shared_memory_of(offer.pid, offer.fd);
    if (!fd.ok()) {
        return {fd.status, {}};
    }
    return attach(fd.value, rank);
}

Result<Job> join_or_start_here() noexcept {
    const int fd = take_variable(kJobDescriptorVariable);
    const int rank = take_variable(kRankVariable);
    if (fd >= 0 && rank >= 0) {
        const Result<Job> job = attach(fd, rank);
        if (job.ok()) {
            mark_running(job.value);
        }
        return job;
    }
    const Result<Host*> host = join_host_around();
    if (!host.ok()) {
        return {host.status, {}};
    }
    if (host.value != nullptr) {
        return join_host(*host.value);
    }
    const Result<int64_t> images = default_images();
    if (!images.ok()) {
        return {images.status, {}};
    }
    return images.value == 1 ? stay_alone() : launch_self(static_cast<int>(images.value));
}

} // namespace

Result<Job> join_or_start() noexcept {
    const Result<Job> job = join_or_start_here();
    return job.ok() ? pretend_nodes(job.value) : job;
}

Result<Job> join_within(const Surroundings& around) noexcept {
    if (!around.near.empty() && around.near.size() != static_cast<size_t>(around.size)) {
        const Result<SurroundingHost*> host = SurroundingHost::make(around);
        return host.ok() ? join_host(*host.value) : Result<Job>{host.status, {}};
    }
    os::admit_siblings();
    Result<JobMemory> memory{ARAUTO_OK, {}};
    Offer offer{getpid(), -1, ARAUTO_OK};
    if (around.rank == 0) {
        memory = create_job_memory(around.size, false);
        offer.fd = memory.value.fd;
        offer.status = memory.status;
    }
    // Every rank goes through both calls, so that a failure of one rank leaves none behind in them.
    const bool told = around.broadcast(around.context, &offer, sizeof offer) == 0;
    Result<Job> job{memory.status, {}};
    if (told && around.rank != 0) {
        job = attach_to(offer, around.rank);
    } else if (job.ok() && told) {
        job.value = place_in(memory.value.header, 0);
    }
    if (job.ok() && told) {
        offer_own_cores(*job.value.header);
        mark_running(job.value);
    }
    const bool met = around.barrier(around.context) == 0;
    if (memory.value.fd >= 0) {
        close(memory.value.fd);
    }
    if (!told || !met) {
        return {fail(ARAUTO_ERR_SYSTEM, "the surrounding job's %s failed",
                     told ? "barrier" : "broadcast"),
                {}};
    }
    // PAIR job.attached: look
    if (job.ok() && job.value.header->attached.load(std::memory_order_acquire) !=
                        static_cast<uint32_t>(around.size)) {
        return {
            fail(ARAUTO_ERR_SYSTEM, "another process of this job could not map the shared memory"),
            {}};
    }
    if (job.ok()) {
        job.value.cores = count_cores(*job.value.header);
    }
    return job;
}

} // namespace arauto::boot
