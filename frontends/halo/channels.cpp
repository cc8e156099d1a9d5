// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See channels.hpp.
#include "channels.hpp"

#include "check.hpp"
#include "digest.hpp"
#include "fail.hpp"

#include "arauto/collective.h"
#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/team.h"
#include "arauto/spi/trace.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace arauto::halo {
namespace {

// Two lines: a core that loads one often gets its neighbour too.
constexpr size_t kStripAlignment = 128;

/// Stands behind each message, with ARAUTO_HALO_CHECK=on.
using Checksum = uint64_t;

Checksum checksum_of(const std::byte* message, size_t bytes) noexcept {
    Digest digest;
    digest.add(std::span(message, bytes));
    return digest.value();
}

constexpr size_t rounded(size_t bytes) noexcept {
    return (bytes + kStripAlignment - 1) / kStripAlignment * kStripAlignment;
}

} // namespace

arauto_status_t Channels::open(arauto_team_h team,
                               std::span<const Channel> channels,
                               const Agreement& agreement,
                               std::span<const std::byte> letter,
                               const char* call) noexcept {
    is_checking_ = checks_are_on();
    team_ = team;
    ends_.clear();
    size_t bytes = 0;
    size_t staged = 0;
    for (const Channel& each : channels) {
        End end{.channel = each, .job_rank = arauto_team_to_world(team, each.rank)};
        end.channel.send_bytes = strip_bytes(each.send_bytes);
        end.channel.receive_bytes = strip_bytes(each.receive_bytes);
        end.strips = bytes;
        bytes += 2 * rounded(end.channel.receive_bytes);
        staged = std::max(staged, end.channel.send_bytes);
        ends_.push_back(end);
    }
    if (const arauto_status_t status = agree(agreement, bytes, call); status < 0) {
        return status;
    }
    letter_ = rounded(most_channels_ * sizeof(Offer));
    const size_t before = letter_ + rounded(letter.size());
    for (End& end : ends_) {
        end.strips += before;
    }
    arauto_status_t status = arauto_segment_allocate(team, before + most_bytes_, &segment_);
    if (status >= 0) {
        status = arauto_notify_create(team, most_channels_, &notify_);
    }
    if (status < 0) {
        static_cast<void>(close());
        return status;
    }
    memory_ = static_cast<std::byte*>(arauto_segment_base(segment_));
    staging_.resize(staged);
    status = publish(letter);
    if (status >= 0) {
        status = arauto_team_barrier(team);
    }
    if (status >= 0) {
        learn();
    }
    return status;
}

size_t Channels::strip_bytes(size_t message_bytes) const noexcept {
    return message_bytes > 0 && is_checking_ ? message_bytes + sizeof(Checksum) : message_bytes;
}

/// Compares what the ranks have added, and finds out how much memory each allocates.
arauto_status_t Channels::agree(const Agreement& mine, size_t bytes, const char* call) noexcept {
    struct Claim {
        Agreement agreement;
        uint64_t channels;
        uint64_t bytes;
        uint64_t is_checking;
    };
    const Claim claim{mine, ends_.size(), bytes, is_checking_ ? 1U : 0U};
    std::vector<Claim> claims(static_cast<size_t>(arauto_team_size(team_)));
    const arauto_status_t status = arauto_allgather(team_, &claim, sizeof claim, claims.data());
    if (status < 0) {
        return status;
    }
    const Agreement& first = claims.front().agreement;
    for (int rank = 0; rank < arauto_team_size(team_); ++rank) {
        const Claim& each = claims[static_cast<size_t>(rank)];
        most_channels_ = std::max<size_t>(most_channels_, each.channels);
        most_bytes_ = std::max<size_t>(most_bytes_, each.bytes);
        if (each.is_checking != claims.front().is_checking) {
            return fail(ARAUTO_ERR_MISMATCH, call,
                        "%s %d runs with ARAUTO_HALO_CHECK=%s, %s %d does not; all must or none",
                        noun(), name_of(rank), each.is_checking != 0 ? "on" : "off", noun(),
                        name_of(0));
        }
        if (each.agreement.count != first.count) {
            return fail(ARAUTO_ERR_MISMATCH, call, "%s %d has added %llu fields, %s %d %llu",
                        noun(), name_of(rank),
                        static_cast<unsigned long long>(each.agreement.count), noun(), name_of(0),
                        static_cast<unsigned long long>(first.count));
        }
        if (each.agreement.digest != first.digest) {
            return fail(
                ARAUTO_ERR_MISMATCH, call,
                "%s %d and %s %d differ in the grid, or in the depths, element sizes or other "
                "dimensions of their fields",
                noun(), name_of(rank), noun(), name_of(0));
        }
    }
    return ARAUTO_OK;
}

/// Writes the letter, and into the table of each other end where its data goes.
arauto_status_t Channels::publish(std::span<const std::byte> letter) noexcept {
    std::copy(letter.begin(), letter.end(), memory_ + letter_);
    for (const End& end : ends_) {
        const Offer offer{end.strips};
        const arauto_status_t status = arauto_put(
            segment_, end.job_rank, end.channel.other_number * sizeof(Offer), &offer, sizeof offer);
        if (status < 0) {
            return status;
        }
    }
    return ARAUTO_OK;
}

arauto_status_t Channels::read_letter(size_t number,
                                      std::span<std::byte> letter_out) const noexcept {
    return arauto_get(segment_, ends_[number].job_rank, letter_, letter_out.data(),
                      letter_out.size());
}

int Channels::name_of(int rank) const noexcept {
    return number_of(arauto_team_to_world(team_, rank));
}

void Channels::learn() noexcept {
    // A job that counts or is traced sees the puts, which direct stores are not.
    const bool stores = arauto_counters_are_on() == 0 && arauto_trace_is_on() == 0;
    for (size_t number = 0; number < ends_.size(); ++number) {
        End& end = ends_[number];
        Offer offer;
        std::memcpy(&offer, memory_ + number * sizeof offer, sizeof offer);
        end.other_strips = offer.strips;
        static_cast<void>(
            arauto_notify_slot(notify_, end.channel.other_number, &end.slot)); // it is in range
        auto* const memory =
            static_cast<std::byte*>(arauto_segment_pointer(segment_, end.job_rank));
        end.other_memory = memory != nullptr && stores ? memory + offer.strips : nullptr;
    }
}

arauto_status_t Channels::close() noexcept {
    arauto_status_t status = ARAUTO_OK;
    if (notify_ != nullptr) {
        status = arauto_notify_free(std::exchange(notify_, nullptr));
    }
    if (segment_ != nullptr) {
        status = std::min(status, arauto_segment_free(std::exchange(segment_, nullptr)));
    }
    ends_.clear();
    return status;
}

arauto_status_t Channels::begin(const char* call) noexcept {
    for (size_t number = 0; number < ends_.size(); ++number) {
        if (ends_[number].owes) {
            ends_[number].owes = false;
            if (const arauto_status_t status = await(number, call); status < 0) {
                return status;
            }
        }
    }
    ++exchange_;
    return ARAUTO_OK;
}

std::byte* Channels::send_buffer(size_t number) noexcept {
    const End& end = ends_[number];
    return end.other_memory == nullptr
               ? staging_.data()
               : end.other_memory + strip_index() * rounded(end.channel.send_bytes);
}

arauto_status_t Channels::send(size_t number, size_t bytes) noexcept {
    const End& end = ends_[number];
    if (bytes > 0 && is_checking_) {
        std::byte* const buffer = send_buffer(number);
        const Checksum checksum = checksum_of(buffer, bytes);
        std::memcpy(buffer + bytes, &checksum, sizeof checksum);
        bytes += sizeof checksum;
    }
    if (end.other_memory != nullptr || bytes == 0) {
        return arauto_notify_post(end.job_rank, end.slot);
    }
    return arauto_put_notify(segment_, end.job_rank,
                             end.other_strips + strip_index() * rounded(end.channel.send_bytes),
                             staging_.data(), bytes, end.slot);
}

arauto_status_t Channels::await(size_t number, const char* call) noexcept {
    for (;;) {
        const arauto_status_t status = arauto_notify_wait(notify_, number, 1);
        if (status >= 0) {
            return ARAUTO_OK;
        }
        if (status != ARAUTO_ERR_FAILED) {
            return status;
        }
        // Where a rank of another team has failed, the message may still come.
        if (const arauto_status_t known = check_ranks(call); known < 0) {
            return known;
        }
    }
}

arauto_status_t Channels::check_ranks(const char* call) noexcept {
    if (arauto_ranks_ended() == 0) [[likely]] { // asks no rank, as a poll must not
        return ARAUTO_OK;
    }
    int rank = 0;
    int failed = 0;
    static_cast<void>(arauto_team_members_in_state(team_, ARAUTO_RANK_FAILED, &rank, 1, &failed));
    if (failed == 0) {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_FAILED, call, "%s %d, of the same team, has failed", noun(),
                name_of(rank));
}

bool Channels::has_come(size_t number) noexcept {
    int done = 0;
    return arauto_notify_test(notify_, number, 1, &done) >= 0 && done != 0;
}

arauto_status_t Channels::check(size_t number, size_t bytes, const char* call) const noexcept {
    if (!is_checking_ || bytes == 0) {
        return ARAUTO_OK;
    }
    Checksum sent = 0;
    std::memcpy(&sent, received(number) + bytes, sizeof sent);
    if (checksum_of(received(number), bytes) == sent) {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_MISMATCH, call,
                "the %zu bytes of %s %d are not as they were sent: a program has written to "
                "memory of this library, here or there",
                bytes, noun(), name_of(ends_[number].channel.rank));
}

const std::byte* Channels::received(size_t number) const noexcept {
    const End& end = ends_[number];
    return memory_ + end.strips + strip_index() * rounded(end.channel.receive_bytes);
}

} // namespace arauto::halo
