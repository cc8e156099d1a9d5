// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checking.hpp.
#include "job/checking.hpp"

#include "base/log.hpp"
#include "boot/check_area.hpp"
#include "check/checker.hpp"
#include "check/state.hpp"
#include "os/program_variables.hpp"

#include <new>
#include <string>
#include <utility>

namespace arauto::core {
namespace {

std::pair<uint64_t, uint64_t> block_of(uint64_t offset) noexcept {
    return this_rank().own_heap.block_of(offset);
}

std::string name_at(uint64_t offset) {
    const Rank& self = this_rank();
    os::ProgramFrames frames{};
    static_cast<void>(os::program_file(frames.module));
    return os::find_variable(self.heap(self.rank) + offset, frames);
}

} // namespace

void begin_checking(Rank& self) noexcept {
    if (self.header->check_offset == 0) {
        return;
    }
    auto& area = *boot::blocks_at<boot::CheckArea>(self.header, self.header->check_offset);
    if (self.job.is_spread()) {
        area.spread.store(1, std::memory_order_relaxed); // relaxed because it is read at the end
        return;
    }
    const check::Memory memory{self.heap_stride, block_of, name_at};
    auto* const state = new (std::nothrow)
        check::State(area, static_cast<uint32_t>(self.rank), self.heap(0), memory);
    self.checker = state != nullptr ? new (std::nothrow) check::Checker(*state) : nullptr;
    if (self.checker == nullptr) {
        log(LogLevel::error, "there is no memory for the race checker of this image");
        return;
    }
    // relaxed because they are read at the end
    area.counts_from_0.store(number_of(0) == 0 ? 1 : 0, std::memory_order_relaxed);
    area.attached.fetch_add(1, std::memory_order_relaxed);
    area.instrumented.fetch_add(self.is_instrumented ? 1 : 0, std::memory_order_relaxed);
}

} // namespace arauto::core
