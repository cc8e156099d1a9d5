// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The target's side of a request that the network cannot carry out alone: it is checked, carried
// out on memory of this node, and its reply is put together. Nothing in a message is trusted but
// the rank of its sender. Sends and receives nothing.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"
#include "transport/ofi/message.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace arauto::transport::ofi {

/// Whether all parts that the header describes lie inside the message, and a reply to it inside
/// another.
[[nodiscard]] bool is_whole(const Header& header, size_t bytes) noexcept;

// The parts of a message that is whole.
[[nodiscard]] Piece piece_of(const std::byte* message, uint32_t number) noexcept;
[[nodiscard]] std::span<const std::byte> data_in(const std::byte* message) noexcept;

/// The data of a reply.
struct Answer {
    bool is_done; // else the data are a sentence
    size_t bytes;
};
/// Room for those that the reply to a request may need.
[[nodiscard]] size_t answer_bytes_max(const Header& request) noexcept;
/// The answer that this thread's last error explains.
[[nodiscard]] Answer answer_failure(std::span<std::byte> room) noexcept;
/// The header of a reply by this rank.
[[nodiscard]] Header reply_header(const Header& request, int rank, const Answer& answer) noexcept;

/// Carries out puts, gets and atomics.
class Server {
  public:
    /// @param heap_bytes  of each heap of this node that peers may reach
    /// @param note_arrival  told of signals that add 1 to words of this rank; may be null
    Server(const boot::Job& job, size_t heap_bytes, NoteArrival note_arrival = nullptr) noexcept
        : job_(job), heap_bytes_(heap_bytes), note_arrival_(note_arrival) {}

    /// @param message  which is whole
    /// @param room  for the data of the reply; empty where none is wanted
    [[nodiscard]] Answer serve(const std::byte* message, std::span<std::byte> room) const noexcept;

  private:
    const boot::Job& job_;
    size_t heap_bytes_;
    NoteArrival note_arrival_;
};

} // namespace arauto::transport::ofi
