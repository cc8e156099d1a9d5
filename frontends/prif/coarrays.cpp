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

} // namespace arauto::prif
