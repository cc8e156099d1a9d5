// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where an access of translated Fortran goes: a rank, and an address in its memory. runtime.hpp and
// quick.hpp compute such addresses.
#pragma once

#include "arauto/arauto.h"
#include "arauto/spi/rma.h"

#include <cstdint>

namespace arauto::translated {

/// The memory of a coindexed object. `is_checked`: the statement has stat=, so it
/// must learn at once whether the access went well.
struct TargetMemory {
    int rank;
    uint64_t address; ///< as that rank sees it
    bool is_checked;
};

/// True when this process loads and stores there directly.
inline bool is_mapped(const TargetMemory& target) noexcept {
    void* here = nullptr;
    return arauto_is_shared_at(target.rank, target.address, &here) != 0 && here != nullptr;
}

} // namespace arauto::translated
