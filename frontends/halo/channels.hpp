// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages of an exchange: memory for them, their notifications, and the rule that saves the
// acknowledgement.
//
// A channel leads to one rank. In each exchange both of its ends send one message, which has no
// bytes where an end has no data. Each end has two strips for the messages that arrive, used in
// turn. An origin writes exchange n + 2 to a strip after it has received n + 1, which the other end
// sent after it had ended n: so the strip of n is free, and no message says so. A message without
// data is not waited for in the exchange to which it belongs, but before the next one begins.
// tests/model/halo.pml is the model.
#pragma once

#include "arauto/notify.h"
#include "arauto/segment.h"
#include "arauto/team.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arauto::halo {

/// One end of a channel, as both ends describe it.
struct Channel {
    int rank = 0; // of the other end, in the team
    uint32_t other_number = 0; // of this channel, among those of the other end
    size_t send_bytes = 0; // at most
    size_t receive_bytes = 0; // at most
};

/// A digest of the values that must be equal on all ranks of a team, or an exchange has no meaning.
struct Agreement {
    uint64_t count = 0; // of what was added
    uint64_t digest = 0; // of how
};

class Channels {
  public:
    /// Allocates strips and slots, and learns where those of the other ends are; collective.
    /// @param agreement  compared with that of the other ranks
    /// @param letter  what the other ends may read of this rank; as long on all ranks
    /// @param call  for the sentence of an error
    arauto_status_t open(arauto_team_h team,
                         std::span<const Channel> channels,
                         const Agreement& agreement,
                         std::span<const std::byte> letter,
                         const char* call) noexcept;
    /// Frees them; collective.
    arauto_status_t close() noexcept;

    /// Whether ARAUTO_HALO_CHECK was on when the channels were opened; the same on all ranks.
    [[nodiscard]] bool is_checking() const noexcept { return is_checking_; }
    [[nodiscard]] size_t count() const noexcept { return ends_.size(); }
    [[nodiscard]] int rank_of(size_t number) const noexcept { return ends_[number].channel.rank; }
    [[nodiscard]] int job_rank_of(size_t number) const noexcept { return ends_[number].job_rank; }
    /// Whether both ends can load and store each other's shared memory.
    [[nodiscard]] bool is_near(size_t number) const noexcept {
        return arauto_segment_pointer(segment_, ends_[number].job_rank) != nullptr;
    }
    /// The letter of the rank at the other end of a channel.
    /// @param letter_out  as long as that of this rank
    arauto_status_t read_letter(size_t number, std::span<std::byte> letter_out) const noexcept;

    /// Begins the next exchange: waits for messages without data of the one before.
    arauto_status_t begin(const char* call) noexcept;
    /// Where the data for a channel goes before `send`. Valid until then.
    [[nodiscard]] std::byte* send_buffer(size_t number) noexcept;
    /// Sends what is in the buffer. Each channel sends once in each exchange.
    arauto_status_t send(size_t number, size_t bytes) noexcept;
    /// Waits for the message of a channel, which has data.
    arauto_status_t await(size_t number, const char* call) noexcept;
    /// Whether a rank of the team has failed. It may be no neighbour, but a neighbour that learns
    /// of it may send nothing any more.
    /// @return ARAUTO_ERR_FAILED when one has
    arauto_status_t check_ranks(const char* call) noexcept;
    /// @return whether the message of a channel has come; takes it then
    [[nodiscard]] bool has_come(size_t number) noexcept;
    /// The message of a channel has no data, and need not be waited for in this exchange.
    void expect_nothing(size_t number) noexcept { ends_[number].owes = true; }
    /// With ARAUTO_HALO_CHECK=on: compares a message of so many bytes that has come with the digest
    /// behind it.
    /// @return ARAUTO_ERR_MISMATCH when it is not as its origin sent it
    [[nodiscard]] arauto_status_t
    check(size_t number, size_t bytes, const char* call) const noexcept;
    /// The data of a message that has come.
    [[nodiscard]] const std::byte* received(size_t number) const noexcept;

  private:
    /// The other end's answer to: where does my data go?
    struct Offer {
        uint64_t strips; // offset of its two strips in the segment
    };
    struct End {
        Channel channel;
        int job_rank = 0;
        arauto_slot_t slot{}; // of the other end
        size_t strips = 0; // offset of the strips here
        size_t other_strips = 0; // offset of those of the other end
        std::byte* other_memory = nullptr; // these, where they can be stored to directly
        bool owes = false; // a message without data that has not been taken
    };

    arauto_status_t agree(const Agreement& mine, size_t bytes, const char* call) noexcept;
    /// The length of a strip for messages of at most so many bytes.
    [[nodiscard]] size_t strip_bytes(size_t message_bytes) const noexcept;
    arauto_status_t publish(std::span<const std::byte> letter) noexcept;
    void learn() noexcept;
    /// The number that a sentence gives a rank of the team.
    [[nodiscard]] int name_of(int rank) const noexcept;
    [[nodiscard]] size_t strip_index() const noexcept { return exchange_ & 1; }

    bool is_checking_ = false;
    arauto_team_h team_ = nullptr;
    arauto_segment_h segment_ = nullptr;
    arauto_notify_h notify_ = nullptr;
    std::byte* memory_ = nullptr; // this rank's part of the segment
    std::vector<End> ends_;
    std::vector<std::byte> staging_; // for data that is not stored directly
    size_t letter_ = 0; // its offset in the segment
    size_t most_channels_ = 0; // that any rank has
    size_t most_bytes_ = 0; // of strips, that any rank has
    uint64_t exchange_ = 0; // number of the last one that has begun
};

} // namespace arauto::halo
