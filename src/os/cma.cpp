// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// process_vm_readv and process_vm_writev; partial transfers are continued until the first unmapped
// page.
#include "os/cma.hpp"

#include "base/copy.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

using Mover =
    ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

CmaOutcome outcome_of(int error) noexcept {
    switch (error) {
    case EFAULT:
        return CmaOutcome::unmapped;
    case ESRCH:
        return CmaOutcome::gone;
    default:
        return CmaOutcome::forbidden;
    }
}

static_assert(kCmaRunsMax <= IOV_MAX);

/// How far a list of runs has been moved.
struct Position {
    size_t run;
    size_t bytes; // of that run

    void advance(std::span<const Run> runs, size_t moved) noexcept {
        bytes += moved;
        while (run < runs.size() && bytes >= runs[run].bytes) {
            bytes -= runs[run].bytes;
            ++run;
        }
    }
};

/// One system call for what comes next. @return as the call
ssize_t move_next(Mover mover, int64_t pid, std::span<const Run> runs, Position from) noexcept {
    // Left as they are: clearing 32 KiB would cost as much as a short call.
    iovec here[kCmaRunsMax];
    iovec there[kCmaRunsMax];
    const size_t count = std::min(runs.size() - from.run, kCmaRunsMax);
    size_t skip = from.bytes;
    for (size_t i = 0; i < count; ++i) {
        const Run& run = runs[from.run + i];
        here[i] = {static_cast<char*>(run.local) + skip, run.bytes - skip};
        there[i] = {reinterpret_cast<void*>(run.remote + skip), run.bytes - skip};
        skip = 0;
    }
    CopyTimer timer(0);
    const ssize_t moved = mover(static_cast<pid_t>(pid), here, count, there, count, 0);
    timer.set_bytes(static_cast<size_t>(std::max(moved, ssize_t{0})));
    return moved;
}

CmaProgress move_runs(Mover mover, int64_t pid, std::span<const Run> runs) noexcept {
    Position at{0, 0};
    at.advance(runs, 0); // over empty ones
    while (at.run < runs.size()) {
        const ssize_t moved = move_next(mover, pid, runs, at);
        if (moved < 0) {
            return {outcome_of(errno), at.run};
        }
        if (moved == 0) {
            return {CmaOutcome::unmapped, at.run};
        }
        at.advance(runs, static_cast<size_t>(moved));
    }
    return {CmaOutcome::done, runs.size()};
}

} // namespace

CmaOutcome cma_read(int64_t pid, uint64_t address, void* into, size_t bytes) noexcept {
    const Run run{address, into, bytes};
    return move_runs(process_vm_readv, pid, {&run, 1}).outcome;
}

CmaOutcome cma_write(int64_t pid, uint64_t address, const void* from, size_t bytes) noexcept {
    const Run run{address, const_cast<void*>(from), bytes};
    return move_runs(process_vm_writev, pid, {&run, 1}).outcome;
}

CmaProgress cma_read_runs(int64_t pid, std::span<const Run> runs) noexcept {
    return move_runs(process_vm_readv, pid, runs);
}

CmaProgress cma_write_runs(int64_t pid, std::span<const Run> runs) noexcept {
    return move_runs(process_vm_writev, pid, runs);
}

bool cma_is_allowed() noexcept {
    int word = 1;
    const pid_t child = fork();
    if (child == 0) {
        pause(); // until the parent has tried
        _exit(0);
    }
    if (child < 0) {
        return false;
    }
    int copy = 0;
    const CmaOutcome outcome =
        cma_read(child, reinterpret_cast<uint64_t>(&word), &copy, sizeof copy);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return outcome == CmaOutcome::done && copy == word;
}

bool is_mapped_here(uint64_t address, size_t bytes) noexcept {
    if (bytes > UINT64_MAX - address) {
        return false;
    }
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    unsigned char resident = 0;
    for (uint64_t at = address / page * page; at < address + bytes; at += page) {
        if (mincore(reinterpret_cast<void*>(at), page, &resident) != 0) {
            return false;
        }
    }
    return true;
}

bool MappedHere::contains(uint64_t address, size_t bytes) noexcept {
    if (address >= low_ && address < high_ && bytes <= high_ - address) {
        return true;
    }
    if (!is_mapped_here(address, bytes)) {
        return false;
    }
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    low_ = address / page * page;
    high_ = (address + bytes + page - 1) / page * page;
    return true;
}

} // namespace arauto::os
