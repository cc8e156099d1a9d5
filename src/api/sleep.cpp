// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See arauto/spi/sleep.h.
#include "arauto/spi/sleep.h"

#include "os/futex.hpp"

namespace {

std::atomic<uint32_t>& shared(uint32_t* word) noexcept {
    return *reinterpret_cast<std::atomic<uint32_t>*>(word);
}

} // namespace

void arauto_sleep_on(uint32_t* word, uint32_t seen, uint32_t who, int64_t limit_ns) noexcept {
    arauto::os::futex_wait(shared(word), seen, limit_ns, who);
}

void arauto_wake(uint32_t* word, uint32_t whom) noexcept {
    arauto::os::futex_wake(shared(word), whom);
}
