// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wake.hpp.
#include "transport/ofi/wake.hpp"

#include "arauto/spi/wait.hpp"
#include "os/futex.hpp"

namespace arauto::transport::ofi {

void wake(boot::ImageBlock& self) noexcept {
    spi::ring(spi::DoorbellRef{self.doorbell, self.sleepers}, os::futex_wake_all);
}

} // namespace arauto::transport::ofi
