// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See arauto/spi/sleep.h.
#include "arauto/spi/sleep.h"

#include "api/boards.hpp"
#include "base/clock.hpp"
#include "boot/profile.hpp"
#include "boot/wait_card.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "os/futex.hpp"
#include "runtime/wait.hpp"

namespace {

std::atomic<uint32_t>& shared(uint32_t* word) noexcept {
    return *reinterpret_cast<std::atomic<uint32_t>*>(word);
}

using Kind = arauto::boot::WaitDetail::Kind;

arauto::boot::WaitDetail detail_of(const arauto_waited_t& waited) noexcept {
    arauto::boot::WaitDetail detail;
    switch (waited.kind) {
    case ARAUTO_WAITED_RANK:
    case ARAUTO_WAITED_HOLDER:
        detail.kind = waited.kind == ARAUTO_WAITED_RANK ? Kind::ranks : Kind::holder;
        detail.add_rank(waited.rank);
        break;
    case ARAUTO_WAITED_COUNT:
        detail.kind = Kind::count;
        detail.has = waited.has;
        detail.needs = waited.needs;
        break;
    case ARAUTO_WAITED_MATCHES:
        waited.board->describe_wait({waited.rank, waited.tag}, waited.needs, detail);
        detail.has += waited.has;
        break;
    case ARAUTO_WAITED_REQUEST:
        arauto::core::describe_wait(*waited.request, detail);
        break;
    case ARAUTO_WAITED_UNKNOWN:
        break;
    }
    return detail;
}

} // namespace

void arauto_sleep_on(uint32_t* word, uint32_t seen, uint32_t bits, int64_t limit_ns) noexcept {
    arauto::os::futex_wait(shared(word), seen, limit_ns, bits);
}

void arauto_wake(uint32_t* word, uint32_t whom) noexcept {
    arauto::os::futex_wake(shared(word), whom);
}

int arauto_wait_show(const arauto_waited_t* waited) noexcept {
    const arauto::core::Rank& self = arauto::core::this_rank();
    if (self.images == nullptr) {
        return 0;
    }
    arauto::boot::ImageBlock& block = self.images[self.rank];
    if (!arauto::boot::show_wait(block.wait_card, arauto::now_ns(), detail_of(*waited))) {
        return 0;
    }
    block.waiting.fetch_add(1, std::memory_order_relaxed); // relaxed because no process acts on it
    return 1;
}

void arauto_wait_goes_on(const arauto_waited_t* waited) noexcept {
    const arauto::core::Rank& self = arauto::core::this_rank();
    arauto::boot::WaitCard& card = self.images[self.rank].wait_card;
    arauto::boot::show_detail(card, detail_of(*waited));
    // relaxed because this thread has written it
    const auto since_ns = static_cast<int64_t>(card.since_ns.load(std::memory_order_relaxed));
    if (arauto::now_ns() - since_ns > arauto::core::kLongWaitNs) {
        self.hooks.note_long_wait();
    }
}

void arauto_wait_hide(void) noexcept {
    const arauto::core::Rank& self = arauto::core::this_rank();
    arauto::boot::ImageBlock& block = self.images[self.rank];
    block.waiting.fetch_sub(1, std::memory_order_relaxed); // relaxed because no process acts on it
    arauto::boot::hide_wait(block.wait_card);
}

arauto_measured_wait_t arauto_wait_begin(void) noexcept {
    if (arauto::boot::g_profile == nullptr) {
        return {nullptr, 0};
    }
    const arauto::boot::MeasuredWait wait = arauto::boot::begin_wait();
    return {wait.site, wait.since_ns};
}

void arauto_wait_end(arauto_measured_wait_t wait) noexcept {
    arauto::boot::end_wait({static_cast<arauto::boot::WaitSite*>(wait.site), wait.since_ns});
}
