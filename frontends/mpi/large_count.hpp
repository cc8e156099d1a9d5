// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the forms of calls with large counts, as in MPI-4. They are defined also where the MPI
// lacks them, since a program compiled for such an MPI does not call them. On native windows they
// call the MPI's form if there is one, and otherwise the form with small counts, where the counts
// fit.
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

/// An accumulate with a request. Checks that a passive target epoch is open.
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
