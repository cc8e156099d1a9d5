// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checking.hpp.
#include "job/checking.hpp"

#include "boot/check_area.hpp"
#include "check/checker.hpp"
#include "check/state.hpp"
#include "check/view.hpp"
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

Status begin_checking(Rank& self) noexcept {
    if (self.header->check_offset == 0) {
        return ARAUTO_OK;
    }
    auto& area = *boot::blocks_at<boot::CheckArea>(self.header, self.header->check_offset);
    auto* const view = check::make_view(self.header);
    if (view != nullptr && self.job.is_spread()) {
        area.spread.store(1, std::memory_order_relaxed); // relaxed because it is read at the end
        return ARAUTO_OK;
    }
    const check::Memory memory{self.heap_stride, block_of, name_at};
    auto* const state = view == nullptr ? nullptr
                                        : new (std::nothrow)
                                              check::State(area, static_cast<uint32_t>(self.rank),
                                                           self.heap(0), memory, *view);
    self.checker = state != nullptr ? new (std::nothrow) check::Checker(*state) : nullptr;
    if (self.checker == nullptr) {
        return fail(ARAUTO_ERR_MEMORY,
                    "there is no memory for the race checker of this image, which needs 192 KiB "
                    "at address %#llx too; start the program without 'arauto check'",
                    static_cast<unsigned long long>(check::kViewAddress));
    }
    // relaxed because they are read at the end
    area.counts_from_0.store(number_of(0) == 0 ? 1 : 0, std::memory_order_relaxed);
    area.attached.fetch_add(1, std::memory_order_relaxed);
    area.instrumented.fetch_add(self.is_instrumented ? 1 : 0, std::memory_order_relaxed);
    area.unseen.fetch_add(self.is_instrumented && !check::is_in_window(self.header) ? 1 : 0,
                          std::memory_order_relaxed); // relaxed because of the same
    return ARAUTO_OK;
}

} // namespace arauto::core
