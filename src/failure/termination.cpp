// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See termination.hpp.
#include "failure/termination.hpp"

#include "epoch/epoch_wait.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <vector>

namespace arauto::core {
namespace {

Termination& termination() noexcept {
    return *this_rank().termination;
}

using boot::Departure;
using boot::ImageState;

TerminationReport own_report() noexcept {
    const Rank& self = this_rank();
    TerminationReport report;
    // relaxed because it is looked at again
    report.moves = self.header->moves.load(std::memory_order_relaxed);
    for (const int rank : self.job.manager->near()) {
        if (learn_state(rank) == ImageState::running) {
            report.stage = kRuns;
            return report;
        }
        // PAIR job.departure: look
        const bool has_departed =
            learn_state(rank) == ImageState::failed ||
            self.images[rank].departure.load(std::memory_order_acquire) != Departure::none;
        report.stage = has_departed ? report.stage : kKnows;
    }
    // PAIR job.termination: look
    if (self.header->all_ended.load(std::memory_order_acquire) == 0) {
        report.stage = kEnded;
    }
    return report;
}

TerminationReport joint_report() noexcept {
    Termination& me = termination();
    TerminationReport report = own_report();
    const std::lock_guard lock(me.mutex);
    for (int node = 0; node < me.nodes && report.stage != kRuns; ++node) {
        if (node != me.node && !is_dead(node) && superior_of(node) == me.node) {
            report.add(me.reports[static_cast<size_t>(node)]);
        }
    }
    return report;
}

/// Called by the process that is the first to know: notifies the other nodes.
void give_word(EventKind kind) noexcept {
    if (learn_of_termination(kind) && termination().is_open) {
        put_in_outbox({kind, 0, 0, 0});
    }
}

} // namespace

int superior_of(int node) noexcept {
    int above = node;
    while (above > 0) {
        above = (above - 1) / 2;
        if (!is_dead(above)) {
            return above;
        }
    }
    int top = 0; // the lowest living node
    while (is_dead(top)) {
        ++top;
    }
    return top == node ? -1 : top;
}

void open_termination(int node, int nodes) {
    Termination& me = termination();
    me.is_open = true;
    me.node = node;
    me.nodes = nodes;
    me.reports.assign(static_cast<size_t>(nodes), {kRuns, 0});
    // Moves far down in the tree are reported later.
    me.stillness.set_delay(kBeatNs * std::bit_width(static_cast<unsigned>(nodes)));
}

void report_ends(bool is_time) noexcept {
    Termination& me = termination();
    if (all_have_departed()) {
        return;
    }
    const TerminationReport report = joint_report();
    // kKnows serves only the root, to end a wait when nothing moves, and that is not urgent.
    const bool is_due = is_time || (report.stage != me.reported && report.stage != kKnows);
    me.reported = report.stage;
    if (report.stage == kRuns) {
        return;
    }
    if (const int superior = superior_of(me.node); superior >= 0) {
        if (is_due) {
            const auto moves = static_cast<int32_t>(report.moves);
            send_to_node(superior, {EventKind::done, me.node, moves, report.stage}, kBeatNs);
        }
        return;
    }
    give_word(EventKind::all_ended);
    if (report.stage == kDeparted ||
        (report.stage == kKnows && me.stillness.is_over(report.moves))) {
        give_word(EventKind::all_departed);
    }
}

void hear_report(int node, const MembershipEvent& report) noexcept {
    const std::lock_guard lock(termination().mutex);
    termination().reports[static_cast<size_t>(node)] = {report.value,
                                                        static_cast<uint32_t>(report.count)};
}

bool learn_of_termination(EventKind kind) noexcept {
    boot::JobHeader& header = *this_rank().header;
    std::atomic<uint32_t>& word =
        kind == EventKind::all_ended ? header.all_ended : header.all_departed;
    // PAIR job.termination: learn
    const bool is_news = word.exchange(1, std::memory_order_seq_cst) == 0;
    if (is_news) {
        announce_change();
    }
    return is_news;
}

bool all_have_ended() noexcept {
    const Rank& self = this_rank();
    boot::JobHeader& header = *self.header;
    // PAIR job.termination: look
    if (header.all_ended.load(std::memory_order_acquire) != 0) {
        return true;
    }
    // PAIR job.counts: look
    if (header.stopped.load(std::memory_order_seq_cst) +
            header.failed.load(std::memory_order_seq_cst) <
        header.images) {
        return false;
    }
    if (self.job.is_spread()) {
        give_word(EventKind::all_ended);
    }
    return true;
}

bool all_have_departed() noexcept {
    if (!this_rank().have_all_departed()) {
        return false;
    }
    give_word(EventKind::all_departed);
    return true;
}

void depart_with_all() noexcept {
    Rank& self = this_rank();
    boot::ImageBlock& block = self.job.self();
    const bool has_failed =
        learn_state(self.rank) == ImageState::failed; // it takes part in nothing
    bool is_settled = has_failed;
    const auto has_departed = [&] {
        if (!is_settled && !has_pending_epochs() &&
            self.network->is_flushed_except(-1, transport::Flush::data_and_signals)) {
            is_settled = true;
            static_cast<void>(note_departure(*self.header, block, Departure::settled));
        }
        // relaxed because it is looked at again
        if (!termination().is_open &&
            termination().stillness.is_over(self.header->moves.load(std::memory_order_relaxed))) {
            give_word(EventKind::all_departed);
        }
        return all_have_departed();
    };
    std::atomic<uint32_t> sleepers{0};
    const Status status = wait_on(DoorbellRef{self.header->changes, sleepers}, has_departed,
                                  [] { return ARAUTO_OK; });
    static_cast<void>(status); // the watch never gives up
    if (!has_failed) {
        report_epochs_left();
    }
}

} // namespace arauto::core
