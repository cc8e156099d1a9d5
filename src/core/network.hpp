// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Ranks of other nodes: where they are reached, in which order things happen there, and what their
// cores tell ours. Everything here is for jobs of several nodes; in others `runtime().network` is
// null and nobody comes here.
//
// What this rank does to one rank happens there in the order in which it is done. What it does to
// several is ordered by flush_except(): protocols call it before they tell one rank something from
// which that rank may conclude what others have got.
#pragma once

#include "core/runtime.hpp"

#include <span>

namespace arauto::core {

/// Whether a job of several nodes could be had here. @error ARAUTO_ERR_UNSUPPORTED
[[nodiscard]] Status check_network() noexcept;

/// Opens the way to other nodes, and lets a thread look after it while the program computes. All
/// meet here, also who could not do what comes before.
/// @param so_far  of that
[[nodiscard]] Status open_network(Status so_far) noexcept;

/// Before a thread sleeps on its bell: the progress thread, which naps while threads look, serves
/// again.
void end_nap() noexcept;

/// Ends that thread, before the destructors of this library and of the network's take away what it
/// works with. It may be in a rest, which takes up to 20 ms.
void dismiss_progress_thread() noexcept;

/// A rank of another node.
[[nodiscard]] inline bool is_far(int rank) noexcept {
    const Runtime& rt = runtime();
    return rt.network != nullptr && !rt.job.near.has(rank);
}

/// Operations on a word of a far rank's heap. Those that return a value wait for it; when the rank
/// is lost they return 0, and its state tells.
[[nodiscard]] uint64_t
far_atomic(int rank, uint64_t place, const transport::Atomic& atomic) noexcept;
/// A word as it is, or as a rank that has died has left it: then any process that lives on its node
/// reads it. 0: none does.
[[nodiscard]] uint64_t far_load_lasting(int rank, uint64_t place, uint8_t width) noexcept;
/// @param is_tracked  false: it is part of a protocol that waits for what comes of it, so that
/// flush_except() need not
void far_signal(int rank, const transport::Signal& signal, bool is_tracked) noexcept;

/// A put that this process does not wait for; @return false when it is too long for that
[[nodiscard]] bool far_put(int rank,
                           uint64_t place,
                           const std::byte* local,
                           size_t bytes,
                           const transport::Signal* signal,
                           bool is_tracked = true) noexcept;
[[nodiscard]] size_t far_put_max() noexcept;

/// Returns when all that this rank has done to far ranks, but to `rank`, is visible there.
void flush_except(int rank) noexcept;
/// The same of one rank.
void flush_to(int rank) noexcept;
inline void flush_all() noexcept {
    if (runtime().network != nullptr) [[unlikely]] {
        flush_except(-1);
    }
}

/// What cores tell each other. Each kind has one handler, which must not wait.
enum class ActiveMessageKind : uint32_t { board, state, question, answer, kKinds };
using ActiveMessageHandler = void (*)(int source, std::span<const std::byte> body);
void set_active_message_handler(ActiveMessageKind kind, ActiveMessageHandler handler) noexcept;
/// What follows deliveries, in the same turn: it must not wait. @return whether it has more to do
void set_active_message_step(bool (*step)()) noexcept;
void send_active_message(int rank,
                         ActiveMessageKind kind,
                         std::span<const std::byte> body) noexcept;

/// @param is_tracked  false: the sender waits for what comes of it, so that flush_except() need not
/// @return false when the network takes none now
[[nodiscard]] bool try_active_message(int rank,
                                      ActiveMessageKind kind,
                                      std::span<const std::byte> body,
                                      bool is_tracked = true) noexcept;

/// One bounded step, taken by every wait. @return whether something was done
bool serve_network() noexcept;

/// What a far rank has published of its addresses: asked for at first need.
[[nodiscard]] uint64_t ask_map_base(int rank) noexcept;

} // namespace arauto::core
