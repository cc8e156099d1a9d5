// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A place on another image, by the address that it has there.
#pragma once

#include "arauto/arauto.h"

#include <cstdint>

namespace arauto::translated {

/// A place on another image. `is_checked`: the statement has stat=, so it must learn at once
/// whether the access went well.
struct There {
    int rank;
    uint64_t address; ///< as that rank sees it
    bool is_checked;
};

/// True when this process loads and stores the place directly.
inline bool is_mapped(const There& place) noexcept {
    void* here = nullptr;
    return arauto_is_shared_at(place.rank, place.address, &here) != 0 && here != nullptr;
}

} // namespace arauto::translated
