// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rma.hpp.
#include "remote/rma.hpp"

#include "base/log.hpp"
#include "base/status.hpp"
#include "plan/plan.hpp"
#include "remote/network.hpp"
#include "remote/run_batch.hpp"

namespace arauto::core {
namespace {

using transport::Address;
using transport::Space;

void count_blocks(arauto_counter_t counter, const plan::Plan& plan) noexcept {
    uint64_t blocks = plan.is_empty ? 0 : 1;
    for (int d = 0; d < plan.rank; ++d) {
        blocks *= static_cast<uint64_t>(plan.dim[d].extent);
    }
    tally(counter, blocks, blocks * plan.block_bytes);
}

} // namespace

bool direct_is_allowed() noexcept {
    return setting_choice(kDirectSetting).value == 0;
}

Result<Address> resolve(int rank, uint64_t address, uint64_t bytes, const char* call) noexcept {
    const Rank& self = this_rank();
    const uint64_t there =
        map_base(rank) + self.header->heap_offset + boot::heap_distance(rank, self.heap_stride);
    const uint64_t offset = address - there;
    if (offset >= self.heap_bytes()) {
        return {ARAUTO_OK, {rank, Space::foreign, address}};
    }
    if (bytes > self.heap_bytes() - offset) {
        return {fail(ARAUTO_ERR_RANGE,
                     "%s: the %llu bytes at address 0x%llx of %s reach past the end of its shared "
                     "memory",
                     call, static_cast<unsigned long long>(bytes),
                     static_cast<unsigned long long>(address), name_of(rank).text),
                {}};
    }
    return {ARAUTO_OK, {rank, Space::heap, offset}};
}

Status move_section(Direction direction,
                    const Address& remote,
                    const arauto_section_t& remote_section,
                    std::byte* local,
                    const arauto_section_t& local_section) noexcept {
    const bool is_put = direction == Direction::put;
    const arauto_section_t& target = is_put ? remote_section : local_section;
    const arauto_section_t& source = is_put ? local_section : remote_section;
    const plan::Plan plan = plan::make_plan(target, source);
    if (is_counting()) [[unlikely]] {
        count_blocks(counter_of(direction), plan);
    }
    if (std::byte* direct = direct_ptr(remote); direct != nullptr) [[likely]] {
        plan::execute(plan, is_put ? direct : local, is_put ? local : direct);
        return ARAUTO_OK;
    }
    RunBatch batch(direction, remote.peer, remote.space);
    plan::for_each_run(plan, [&](int64_t target_offset, int64_t source_offset, size_t bytes) {
        const int64_t there = is_put ? target_offset : source_offset;
        const int64_t here = is_put ? source_offset : target_offset;
        batch.add({remote.value + static_cast<uint64_t>(there), local + here, bytes});
    });
    return batch.finish();
}

Status
move_runs(Direction direction, int rank, std::span<const Run> runs, const char* call) noexcept {
    RunBatch batch(direction, rank, Space::foreign);
    RunBatch shared(direction, rank, Space::heap); // the unmapped runs
    for (const Run& run : runs) {
        const Result<Address> remote = resolve(rank, run.remote, run.bytes, call);
        if (!remote.ok()) {
            return remote.status;
        }
        if (remote.value.space == Space::foreign) {
            tally(counter_of(direction), 1, run.bytes);
            batch.add(run);
            continue;
        }
        if (direct_ptr(remote.value) == nullptr) {
            tally(counter_of(direction), 1, run.bytes);
            shared.add({remote.value.value, run.local, run.bytes});
            continue;
        }
        const Status status =
            move(direction, remote.value, static_cast<std::byte*>(run.local), run.bytes);
        if (status < 0) {
            return status;
        }
    }
    const Status status = shared.finish();
    return status < 0 ? status : batch.finish();
}

Status read_heap(int rank, uint64_t offset, void* to, size_t bytes) noexcept {
    const Status status = move(Direction::get, {rank, transport::Space::heap, offset},
                               static_cast<std::byte*>(to), bytes);
    if (status < 0 && status != ARAUTO_ERR_FAILED) [[unlikely]] {
        log(LogLevel::error, "%s", last_error());
    }
    return status;
}

} // namespace arauto::core
