// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Functions that several epoch calls share: opening a record, and closing one through the engine.
#pragma once

#include "epoch/engine.hpp"
#include "epoch/epoch_request.hpp"

namespace arauto::core {

struct EpochSort {
    EpochClass kind;
    bool is_exclusive;
    bool is_unchecked;
};

/// Makes a record and begins it, or defers it. @error ARAUTO_ERR_MEMORY
[[nodiscard]] Status open_epoch(Epochs& epochs,
                                OwnerGuard& guard,
                                EpochSort sort,
                                RankList peers,
                                JobOffset* epoch_out) noexcept;

/// Closes an open record, which it sets to 0, and waits when there is no request.
[[nodiscard]] Status close_by_engine(Epochs& epochs,
                                     OwnerGuard& guard,
                                     JobOffset& open,
                                     arauto_request_t* request,
                                     const char* call) noexcept;

/// Called when another kind of epoch is to be opened: the epoch that the last fence opened is
/// dropped, unless it has operations. @error ARAUTO_ERR_EPOCH
[[nodiscard]] Status leave_fence(Epochs& epochs, OwnerGuard& guard, const char* call) noexcept;

/// Checks that no access epoch but a fence's is open. @error ARAUTO_ERR_EPOCH
[[nodiscard]] Status check_no_access(const Epochs& epochs, const char* call) noexcept;

[[nodiscard]] Status fail_gone(Status status, int rank, const char* call) noexcept;
[[nodiscard]] Status no_memory(const char* call) noexcept;

} // namespace arauto::core
