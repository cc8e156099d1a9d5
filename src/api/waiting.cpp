// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See arauto/spi/waiting.h.
#include "arauto/spi/waiting.h"

#include "api/boards.hpp"
#include "api/recording.hpp"
#include "arauto/spi/runtime.h"
#include "boot/wait_card.hpp"
#include "epoch/epoch_request_wait.hpp"
#include "os/futex.hpp"
#include "runtime/wait.hpp"

#include <algorithm>

namespace {

using namespace arauto;
using Kind = boot::WaitDetail::Kind;

std::atomic<uint32_t>& shared(uint32_t* word) noexcept {
    return *reinterpret_cast<std::atomic<uint32_t>*>(word);
}

boot::WaitDetail detail_of(const arauto_waited_t& waited) noexcept {
    boot::WaitDetail detail;
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
        core::describe_wait(*waited.request, detail);
        break;
    case ARAUTO_WAITED_UNKNOWN:
        break;
    }
    return detail;
}

struct FrontEndWatch {
    const arauto_wait_t& wait;

    [[nodiscard]] Status operator()() const noexcept {
        const bool is_lost = wait.is_lost != nullptr && wait.is_lost(wait.context) != 0;
        return is_lost ? ARAUTO_ERR_FAILED : ARAUTO_OK;
    }
    void describe(boot::WaitDetail& detail) const noexcept {
        if (wait.describe != nullptr) {
            arauto_waited_t waited{};
            wait.describe(wait.context, &waited);
            detail = detail_of(waited);
        }
    }
};

class FrontEndWait : public core::LongWait<FrontEndWatch> {
  public:
    FrontEndWait(const arauto_wait_t& wait, bool shares, core::JobWatch<FrontEndWatch> job) noexcept
        : LongWait(wait.bell != nullptr
                       ? core::DoorbellRef{shared(wait.bell), shared(wait.bell + 1)}
                       : core::own_bell(),
                   shares,
                   job),
          wait_(wait) {
        if (wait.yields != 0) {
            policy.yields = std::min(policy.yields, wait.yields);
        }
    }

    /// A rank that has ended may stand in the way later than at its end, by a ticket behind one of
    /// a rank that goes on.
    [[nodiscard]] spi::Step step(int64_t look) noexcept {
        const bool may_ask = look % kLooksBetweenQuestions == kLooksBetweenQuestions - 1 ||
                             look - policy.looks >= policy.yields; // a sleep is next
        if (may_ask && arauto_ranks_ended() > 0 && asks_to_give_up()) {
            return spi::Step::lost;
        }
        return LongWait::step(look);
    }
    void sleep(core::DoorbellRef bell, uint32_t key) const noexcept {
        if (!is_due()) {
            tally(ARAUTO_COUNTER_SLEEP);
            os::futex_wait(bell.word, key, wait_.nap_ns != 0 ? wait_.nap_ns : core::nap_ns());
        }
    }

  private:
    static constexpr int64_t kLooksBetweenQuestions = 64;

    const arauto_wait_t& wait_;
};

} // namespace

int arauto_wait_for(const arauto_wait_t* wait) noexcept {
    const auto is_ready = [wait] { return wait->is_ready(wait->context) != 0; };
    if (api::trace() != nullptr && is_ready()) [[unlikely]] {
        return 1; // without a record, which would take longer
    }
    const RecordedCall recorded(api::trace(), {.op = ARAUTO_RECORDED_OTHER_WAIT},
                                __builtin_return_address(0));
    FrontEndWatch watch{*wait};
    const Status status =
        core::wait_by(is_ready, watch, [&](bool shares, core::JobWatch<FrontEndWatch> job) {
            return FrontEndWait(*wait, shares, job);
        });
    return status >= 0 ? 1 : 0;
}

void arauto_wake(uint32_t* word) noexcept {
    os::futex_wake_all(shared(word));
}
