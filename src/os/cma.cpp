// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// process_vm_readv and process_vm_writev; partial transfers are continued until the first unmapped
// page.
#include "os/cma.hpp"

#include <cerrno>
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

CmaOutcome move(Mover mover, int64_t pid, uint64_t address, void* local, size_t bytes) noexcept {
    size_t done = 0;
    while (done < bytes) {
        const iovec here{static_cast<char*>(local) + done, bytes - done};
        const iovec there{reinterpret_cast<void*>(address + done), bytes - done};
        const ssize_t moved = mover(static_cast<pid_t>(pid), &here, 1, &there, 1, 0);
        if (moved < 0) {
            return outcome_of(errno);
        }
        if (moved == 0) {
            return CmaOutcome::unmapped;
        }
        done += static_cast<size_t>(moved);
    }
    return CmaOutcome::done;
}

} // namespace

CmaOutcome cma_read(int64_t pid, uint64_t address, void* into, size_t bytes) noexcept {
    return move(process_vm_readv, pid, address, into, bytes);
}

CmaOutcome cma_write(int64_t pid, uint64_t address, const void* from, size_t bytes) noexcept {
    return move(process_vm_writev, pid, address, const_cast<void*>(from), bytes);
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
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    unsigned char resident = 0;
    for (uint64_t at = address / page * page; at < address + bytes; at += page) {
        if (mincore(reinterpret_cast<void*>(at), page, &resident) != 0) {
            return false;
        }
    }
    return true;
}

} // namespace arauto::os
