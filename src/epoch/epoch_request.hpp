// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The requests of this process: cells in its heap, which peers mark complete. Only the owner
// allocates and frees them.
#pragma once

#include "arauto/request.h"
#include "epoch/epochs.hpp"

#include <mutex>
#include <vector>

namespace arauto::core {

/// State. Only epoch_request.cpp looks into this.
struct RequestTable {
    static constexpr size_t kCellsPerChunk = 1024;

    std::mutex mutex; // guards all of this
    RequestCell* unused = nullptr;
    std::vector<RequestCell*> abandoned; // given up, perhaps before they were complete
    size_t collect_at = kCellsPerChunk; // so many abandoned ones are looked through
};

/// A request that waits for `left` completions. 0 when the heap is full.
[[nodiscard]] JobOffset make_request(Epochs& epochs, uint32_t left) noexcept;
/// Frees a request that the program has not been given.
void discard_request(Epochs& epochs, JobOffset request) noexcept;
/// The handle for the program; null when the request is complete already, without a failure.
[[nodiscard]] arauto_request_t hand_out(Epochs& epochs, JobOffset request) noexcept;

/// Counts one completion; called by the process that steps the engine. The first failure counts.
/// 0 is allowed.
void complete_request(const Epochs& view, JobOffset request, Status status, int culprit) noexcept;

/// The cell that a request names. @error ARAUTO_ERR_ARGUMENT
[[nodiscard]] Result<RequestCell*> find_request(const arauto_request_t& request,
                                                const char* call) noexcept;
[[nodiscard]] inline bool is_request_complete(const RequestCell& cell) noexcept {
    return cell.left.load(std::memory_order_seq_cst) == 0; // PAIR request.left: look
}
/// Whether its engine was broken, so that no process will complete it.
[[nodiscard]] bool is_request_lost(const RequestCell& cell) noexcept;
/// The outcome of a request, as a status with a sentence; frees the cell.
[[nodiscard]] Status conclude_request(RequestCell& cell, const char* call) noexcept;

[[nodiscard]] Status free_request(arauto_request_t* request, const char* call) noexcept;

} // namespace arauto::core
