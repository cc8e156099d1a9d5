// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Recursive doubling by pushes: in each round two members put their partial results into each
// other's slot. Members beyond the largest power of two first fold into their left neighbour, so
// that partial results always cover neighbouring ranks and are combined in rank order. Two sets of
// slots alternate: a partner can only be one exchange ahead, since its last round needed ours.
// Every member publishes its contribution before anything else, for members that do not get the
// messages of a failed one: see survivors.hpp.
#include "team/exchange.hpp"

#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "remote/rma.hpp"
#include "remote/word.hpp"
#include "team/survivors.hpp"

#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>

namespace arauto::core {
namespace {

constexpr uint64_t kMismatch = ~uint64_t{0}; // a signature that spreads

class Exchanging final : public TurnResult {
  public:
    Exchanging(Team& team, const Exchange& what) noexcept
        : team_(team), what_(what), turn_(team.exchanges), signature_(what.signature) {}

    Status run() noexcept {
        publish();
        tally(ARAUTO_COUNTER_EXCHANGE);
        Passage passage = Passage::broken;
        if (!has_failed_member(team_)) [[likely]] {
            passage = team_.is_spread() && team_.nodes.are_consecutive ? through_nodes()
                                                                       : double_up(everyone());
        }
        const Turn turn{team_, Turns::exchanges, turn_, what_.call};
        Status status = ARAUTO_OK;
        if (passage != Passage::through) [[unlikely]] {
            status = end_without(turn, passage);
        } else if (team_.is_spread()) [[unlikely]] {
            publish_result();
            note_ending(turn, Ending::complete);
        }
        if (signature_ == kMismatch && status != ARAUTO_ERR_STOPPED) {
            // Partial results may have been merged before the odd one arrived.
            std::memcpy(what_.payload, payload_of(published(), what_.bytes), what_.bytes);
            return fail(ARAUTO_ERR_MISMATCH,
                        "%s: the %ss of the team called it with different arguments", what_.call,
                        noun());
        }
        return status;
    }

  private:
    static std::byte* payload_of(ExchangeSlot& slot, size_t bytes) noexcept {
        return bytes <= kExchangeInline ? slot.payload : slot.more;
    }

    static void put_far(int rank,
                        uint64_t offset,
                        const std::byte* data,
                        size_t bytes,
                        const transport::Signal* signal) noexcept {
        const bool is_short_enough = far_put(rank, offset, data, bytes, signal, false);
        static_cast<void>(is_short_enough); // kExchangeBytes are
    }

    /// Writes what fill() writes, in its order, into the heap of a rank on another node.
    void fill_far(int rank, ExchangeSlot& slot) const noexcept {
        const word::WordAddress sequence = word::address_of_word(&slot.sequence);
        const transport::Signal signal{transport::AtomicOp::store, sizeof turn_, sequence.offset,
                                       turn_}; // PAIR exchange.sequence: store
        std::byte front[offsetof(ExchangeSlot, more)];
        const bool is_short = what_.bytes <= kExchangeInline;
        std::memcpy(front, &signature_, sizeof signature_);
        if (is_short) {
            std::memcpy(front + sizeof signature_, what_.payload, what_.bytes);
        } else {
            put_far(rank, sequence.offset + offsetof(ExchangeSlot, more), what_.payload,
                    what_.bytes, nullptr);
        }
        put_far(rank, sequence.offset + offsetof(ExchangeSlot, signature), front,
                sizeof signature_ + (is_short ? what_.bytes : 0), &signal);
    }

    void fill(ExchangeSlot& slot) const noexcept {
        slot.signature = signature_;
        std::memcpy(payload_of(slot, what_.bytes), what_.payload, what_.bytes);
        slot.sequence.store(turn_, std::memory_order_seq_cst); // PAIR exchange.sequence: store
    }

    ExchangeSlot& published() const noexcept { return team_.cell(team_.rank).published[turn_ & 1]; }

    void publish() noexcept {
        ExchangeSlot& mine = published();
        mine.signature = signature_;
        std::memcpy(payload_of(mine, what_.bytes), what_.payload, what_.bytes);
        mine.sequence.store(turn_, std::memory_order_release); // PAIR exchange.published: store
    }

    void send(int partner, int round) const noexcept {
        const int rank = team_.to_world(partner);
        if (is_far(rank)) {
            fill_far(rank, team_.slot(partner, turn_, round));
        } else {
            fill(team_.slot(partner, turn_, round));
            ring(rank);
        }
        tally_more(ARAUTO_COUNTER_EXCHANGE, {0, 1, offsetof(ExchangeSlot, payload) + what_.bytes});
    }

    /// Replaces this member's contribution, which is not needed any more, by the result.
    void publish_result() const noexcept {
        ExchangeSlot& mine = published();
        mine.signature = signature_;
        if (signature_ != kMismatch) {
            std::memcpy(payload_of(mine, what_.bytes), what_.payload, what_.bytes);
        }
    }

    [[nodiscard]] bool has_published(int member) const noexcept {
        const TeamCell& cell = team_.cell(member);
        // PAIR exchange.published: look. A member may be one turn ahead, never two.
        return word::load(cell.published[turn_ & 1].sequence) >= turn_;
    }

    template <typename Ready> Passage await(Ready ready) noexcept {
        return wait_in_turn(team_, own_bell(), ready, HasPublished{*this});
    }

    struct HasPublished {
        const Exchanging& exchange;

        [[nodiscard]] bool operator()(int member) const noexcept {
            return exchange.has_published(member);
        }
        [[nodiscard]] uint64_t meeting() const noexcept {
            return number_of_meeting(Turns::exchanges, exchange.turn_);
        }
    };

    Passage receive(int round, ExchangeSlot*& slot) noexcept {
        slot = &team_.slot(team_.rank, turn_, round);
        return await([&] {
            // PAIR exchange.sequence: look
            return slot->sequence.load(std::memory_order_seq_cst) >= turn_;
        });
    }

    void merge(ExchangeSlot& slot, bool theirs_is_lower) noexcept {
        if (slot.signature != signature_) {
            signature_ = kMismatch;
        }
        if (signature_ == kMismatch || what_.bytes == 0) {
            return;
        }
        std::byte* theirs = payload_of(slot, what_.bytes);
        if (!theirs_is_lower) {
            what_.combine.apply(what_.combine.context, what_.payload, theirs);
            return;
        }
        what_.combine.apply(what_.combine.context, theirs, what_.payload);
        std::memcpy(what_.payload, theirs, what_.bytes);
    }

    /// Takes the finished result from the neighbour that carried ours.
    void adopt(ExchangeSlot& slot) noexcept {
        signature_ = slot.signature;
        if (signature_ != kMismatch) {
            std::memcpy(what_.payload, payload_of(slot, what_.bytes), what_.bytes);
        }
    }

    /// The members that double up: all, or the node leaders.
    struct Doubling {
        int count;
        int index; // of this one
        bool by_node;
    };
    [[nodiscard]] Doubling everyone() const noexcept { return {team_.size, team_.rank, false}; }
    [[nodiscard]] Doubling nodes() const noexcept {
        return {team_.nodes.count, team_.nodes.mine, true};
    }

    /// The members of a node leave their results with its leader, which gets the result from the
    /// other nodes.
    Passage through_nodes() noexcept {
        const TeamNodes& nodes = team_.nodes;
        const int fold_out = team_.layout.rounds + 1;
        ExchangeSlot* slot = nullptr;
        if (team_.rank != nodes.first) {
            ring(team_.to_world(nodes.first));
            const Passage passage = receive(fold_out, slot);
            if (passage == Passage::through) {
                adopt(*slot);
            }
            return passage;
        }
        for (int member = nodes.first + 1; member < nodes.first + nodes.members; ++member) {
            if (const Passage passage = await_published(member); passage != Passage::through) {
                return passage;
            }
            merge(team_.cell(member).published[turn_ & 1], false);
        }
        const Passage passage = double_up(this->nodes());
        for (int member = nodes.first + 1;
             passage == Passage::through && member < nodes.first + nodes.members; ++member) {
            send(member, fold_out);
        }
        return passage;
    }

    Passage await_published(int member) noexcept {
        return await([&] { return has_published(member); });
    }

    Passage double_up(const Doubling& doubling) noexcept {
        const int full = 1 << (31 - __builtin_clz(static_cast<unsigned>(doubling.count)));
        const int folded = doubling.count - full; // so many pairs (2i, 2i+1) start as one
        const auto member = [&](int index) {
            return doubling.by_node ? team_.first_of(index) : index;
        };
        const int fold_in = team_.layout.rounds;
        const int fold_out = team_.layout.rounds + 1;
        ExchangeSlot* slot = nullptr;
        if (doubling.index < 2 * folded && doubling.index % 2 == 1) {
            send(member(doubling.index - 1), fold_in);
            const Passage passage = receive(fold_out, slot);
            if (passage == Passage::through) {
                adopt(*slot);
            }
            return passage;
        }
        if (doubling.index < 2 * folded) {
            if (const Passage passage = receive(fold_in, slot); passage != Passage::through) {
                return passage;
            }
            merge(*slot, false);
        }
        const int position =
            doubling.index < 2 * folded ? doubling.index / 2 : doubling.index - folded;
        for (int round = 0; (1 << round) < full; ++round) {
            const int other = position ^ (1 << round);
            send(member(other < folded ? 2 * other : other + folded), round);
            if (const Passage passage = receive(round, slot); passage != Passage::through) {
                return passage;
            }
            merge(*slot, other < position);
        }
        if (doubling.index < 2 * folded) {
            send(member(doubling.index + 1), fold_out);
        }
        return Passage::through;
    }

    Status end_without(const Turn& turn, Passage passage) noexcept {
        const auto took_part = [this](int member) { return has_published(member); };
        Ending ending = Ending::one_stopped;
        if (passage == Passage::broken) {
            signature_ = what_.signature;
            ending = team_.is_spread() ? agree(turn, *this) : await_survivors(team_, took_part);
            if (ending != Ending::one_stopped && !team_.is_spread()) {
                combine_published(ending == Ending::complete);
            }
        } else if (team_.is_spread()) {
            note_ending(turn, ending);
        }
        return status_of(turn, ending, absent_members(team_, took_part));
    }

    /// From the contributions that members have published, on one node, also of those that died.
    void combine_published(bool is_complete) noexcept {
        std::vector<ExchangeSlot*> slots;
        for (int member = 0; member < team_.size; ++member) {
            if (has_published(member)) {
                slots.push_back(&team_.cell(member).published[turn_ & 1]);
            }
        }
        for (const ExchangeSlot* const slot : slots) {
            signature_ = slot->signature == what_.signature ? signature_ : kMismatch;
        }
        if (signature_ != kMismatch && what_.bytes != 0) {
            is_complete ? combine_as_doubled(slots) : combine_in_order(slots);
        }
    }

    void combine_in_order(const std::vector<ExchangeSlot*>& slots) noexcept {
        alignas(64) std::byte result[kExchangeBytes];
        std::memcpy(result, payload_of(*slots[0], what_.bytes), what_.bytes);
        for (size_t i = 1; i < slots.size(); ++i) {
            what_.combine.apply(what_.combine.context, result, payload_of(*slots[i], what_.bytes));
        }
        std::memcpy(what_.payload, result, what_.bytes);
    }

    /// Combines in the same order as double_up(), so that members which came through have the same
    /// bits.
    void combine_as_doubled(const std::vector<ExchangeSlot*>& slots) noexcept {
        std::vector<std::byte> values(slots.size() * what_.bytes);
        for (size_t i = 0; i < slots.size(); ++i) {
            std::memcpy(&values[i * what_.bytes], payload_of(*slots[i], what_.bytes), what_.bytes);
        }
        const auto into = [&](size_t to, size_t from) {
            what_.combine.apply(what_.combine.context, &values[to * what_.bytes],
                                &values[from * what_.bytes]);
        };
        const size_t full = std::bit_floor(slots.size());
        const size_t folded = slots.size() - full;
        const auto member = [folded](size_t position) {
            return position < folded ? 2 * position : position + folded;
        };
        for (size_t pair = 0; pair < folded; ++pair) {
            into(2 * pair, 2 * pair + 1);
        }
        for (size_t half = 1; half < full; half *= 2) {
            for (size_t position = 0; position < full; position += 2 * half) {
                into(member(position), member(position + half));
            }
        }
        std::memcpy(what_.payload, values.data(), what_.bytes);
    }

    /// The contribution of a member, where this one can read it; null when that member is lost.
    ExchangeSlot* fetch(int member, ExchangeSlot& copy) const noexcept {
        ExchangeSlot* const slot = &team_.cell(member).published[turn_ & 1];
        if (team_.is_near(member)) {
            return slot;
        }
        const word::WordAddress name = word::address_of_word(slot);
        const Status status =
            read_heap(name.rank, name.offset, static_cast<void*>(&copy), sizeof copy);
        return status < 0 ? nullptr : &copy;
    }

    bool take(int member) noexcept override {
        ExchangeSlot copy;
        ExchangeSlot* const theirs = fetch(member, copy);
        if (theirs == nullptr) {
            return false;
        }
        adopt(*theirs);
        publish_result();
        return true;
    }

    bool combine() noexcept override {
        alignas(64) std::byte result[kExchangeBytes];
        bool is_first = true;
        signature_ = what_.signature;
        for (int member = 0; member < team_.size; ++member) {
            if (learn_state(team_.to_world(member)) == boot::ImageState::failed) {
                continue;
            }
            ExchangeSlot copy;
            ExchangeSlot* const theirs = fetch(member, copy);
            if (theirs == nullptr) {
                return false;
            }
            std::byte* const payload = payload_of(*theirs, what_.bytes);
            if (theirs->signature != what_.signature) {
                signature_ = kMismatch;
            } else if (is_first) {
                std::memcpy(result, payload, what_.bytes);
            } else if (what_.bytes != 0) {
                what_.combine.apply(what_.combine.context, result, payload);
            }
            is_first = is_first && theirs->signature != what_.signature;
        }
        if (signature_ != kMismatch) {
            std::memcpy(what_.payload, result, what_.bytes);
        }
        publish_result();
        return true;
    }

    Team& team_;
    const Exchange& what_;
    const uint64_t turn_;
    uint64_t signature_;
};

} // namespace

Status exchange(Team& team, const Exchange& what) noexcept {
    store_fence();
    flush_before_members(team);
    if (team.size == 1) {
        return ARAUTO_OK;
    }
    ++team.exchanges;
    return Exchanging(team, what).run();
}

} // namespace arauto::core
