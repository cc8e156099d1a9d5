// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the forms with large counts of MPI-4 share. They are defined whether or not the MPI has
// them: programs compiled for one that lacks them do not call them. Windows of the MPI's own get
// them where the MPI has them, and the small form where the counts fit.
#pragma once

#include "accumulate.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "rma.hpp"

#include <climits>

namespace arauto::mpi {

template <typename... Numbers> [[nodiscard]] bool fit(Numbers... numbers) noexcept {
    return ((numbers >= INT_MIN && numbers <= INT_MAX) && ...);
}

[[nodiscard]] inline int as_int(MPI_Count count) noexcept {
    return static_cast<int>(count);
}

[[nodiscard]] inline int too_large(MPI_Win win) noexcept {
    real().Win_call_errhandler(win, MPI_ERR_COUNT);
    return MPI_ERR_COUNT;
}

/// The MPI's function of that name, with the type of the one that is being defined.
template <typename Function> [[nodiscard]] Function* native(const char* name) noexcept {
    return reinterpret_cast<Function*>(real_by_name(name));
}

/// Checks that a passive target epoch is open.
[[nodiscard]] inline int
accumulate_with_request(Window& window, const Combination& wanted, MPI_Request* request) noexcept {
    if (const int status = check_passive(window, wanted.goal.member, wanted.call);
        status != MPI_SUCCESS) {
        return status;
    }
    return with_request(window, request,
                        [&](Deferral& deferral) { return accumulate(window, wanted, deferral); });
}

} // namespace arauto::mpi
