// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See join.hpp.
#include "boot/join.hpp"

#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/job_memory.hpp"
#include "boot/launcher.hpp"
#include "boot/managed.hpp"
#include "boot/managers/managers.hpp"
#include "boot/managers/surrounding.hpp"
#include "boot/pretended.hpp"
#include "boot/trace_file.hpp"
#include "os/process.hpp"
#include "os/shared_memory.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr useconds_t kNapUs = 1000;
constexpr int kNapsMax = 10'000; // longer than a sentence takes with its source lines

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
    const Job job = view_of_job(memory.value.header, 0);
    mark_running(job);
    return {ARAUTO_OK, job};
}

/// The start of an image that executes the program again. Where that cannot be it goes on as it is.
void execute_as_image(void*, const Job& job, int memory_fd) noexcept {
    if (memory_fd < 0) {
        return; // only this very process has the memory
    }
    fcntl(memory_fd, F_SETFD, 0); // it must survive exec
    setenv(kJobDescriptorVariable, std::to_string(memory_fd).c_str(), 1);
    setenv(kRankVariable, std::to_string(job.rank).c_str(), 1);
    os::execute_this_program_again();
    unsetenv(kJobDescriptorVariable);
    unsetenv(kRankVariable);
}

Result<Job> launch_self(int images, bool executes_again) noexcept {
    std::fflush(nullptr); // or every image would write what is buffered now
    // Valgrind would leave a program that is executed again alone.
    const bool goes_on = !executes_again || os::is_under_valgrind();
    const Child child{goes_on ? [](void*, const Job&, int) {} : execute_as_image, nullptr,
                      "this program", false, nullptr};
    const Launched launched = launch(images, child);
    if (launched.status < 0) {
        return {launched.status, {}};
    }
    if (!launched.is_image) {
        if (launched.is_traced) {
            announce_trace();
        }
        int exit_status = launched.exit_status;
        if (launched.checked != nullptr) {
            announce_races(*launched.checked, launched.has_broken_off);
            const bool has_races = count_races(*launched.checked) > 0;
            exit_status = has_races && exit_status == 0 ? kRacesFound : exit_status;
        }
        _exit(exit_status); // the launcher has nothing of the program to clean up
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

Result<Job> join_or_start_here(bool executes_again) noexcept {
    const int fd = take_variable(kJobDescriptorVariable);
    const int rank = take_variable(kRankVariable);
    if (fd >= 0 && rank >= 0) {
        const Result<Job> job = attach(fd, rank);
        if (job.ok()) {
            mark_running(job.value);
        }
        return job;
    }
    const Result<ProcessManager*> manager = join_manager_around();
    if (!manager.ok()) {
        return {manager.status, {}};
    }
    if (manager.value != nullptr) {
        return join_managed_job(*manager.value);
    }
    const Result<int64_t> images = default_images();
    if (!images.ok()) {
        return {images.status, {}};
    }
    return images.value == 1 ? stay_alone()
                             : launch_self(static_cast<int>(images.value), executes_again);
}

} // namespace

Result<Job> join_or_start(bool executes_again) noexcept {
    const Result<Job> job = join_or_start_here(executes_again);
    return job.ok() ? pretend_nodes(job.value) : job;
}

void end_job(JobHeader& header, int exit_status, const std::function<void()>& explain) {
    if (decide_end(header, exit_status)) {
        explain(); // first: soon after `ending` the launcher kills what is left
        header.ending.store(1, std::memory_order_seq_cst); // PAIR job.changes: set `ending`
        return;
    }
    // PAIR job.changes: look. Before it the launcher would take the end of this process for news.
    // The process that decided may die before it has set it.
    for (int nap = 0; nap < kNapsMax && header.ending.load(std::memory_order_acquire) == 0; ++nap) {
        usleep(kNapUs);
    }
}

void end_job_around(int exit_status, const std::function<void()>& explain) {
    const int fd = take_variable(kJobDescriptorVariable);
    const Result<Job> job = attach(fd, take_variable(kRankVariable));
    if (!job.ok()) {
        explain();
        return;
    }
    end_job(*job.value.header, exit_status, explain);
}

Result<Job> join_within(const Surroundings& around) noexcept {
    if (!around.near.empty() && around.near.size() != static_cast<size_t>(around.size)) {
        const Result<SurroundingManager*> manager = SurroundingManager::make(around);
        return manager.ok() ? join_managed_job(*manager.value) : Result<Job>{manager.status, {}};
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
    const bool has_broadcast = around.broadcast(around.context, &offer, sizeof offer) == 0;
    Result<Job> job{memory.status, {}};
    if (has_broadcast && around.rank != 0) {
        job = attach_to(offer, around.rank);
    } else if (job.ok() && has_broadcast) {
        job.value = view_of_job(memory.value.header, 0);
    }
    if (job.ok() && has_broadcast) {
        offer_own_cores(*job.value.header);
        mark_running(job.value);
    }
    const bool synchronised = around.barrier(around.context) == 0;
    if (!has_broadcast || !synchronised) {
        return {fail(ARAUTO_ERR_SYSTEM, "the surrounding job's %s failed",
                     has_broadcast ? "barrier" : "broadcast"),
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
