// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See coarrays.hpp.
#include "coarrays.hpp"

namespace arauto::prif {

const Coarray& checked(const Coarray* handle, const char* call) noexcept {
    if (handle == nullptr) [[unlikely]] {
        coarray::fail({}, "%s: the coarray handle is null: the coarray is not allocated", call);
    }
    return *handle;
}

int checked_dimension(const Coarray& coarray, int dimension, const char* call) noexcept {
    if (dimension < 1 || dimension > coarray.corank) {
        coarray::fail({}, "%s: there is no codimension %d, the coarray has 1 to %d", call,
                      dimension, coarray.corank);
    }
    return dimension - 1;
}

} // namespace arauto::prif
