// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See registry.hpp.
#include "transport/registry.hpp"

#include "os/cma.hpp"
#include "transport/self/self.hpp"
#include "transport/shm/shm.hpp"

namespace arauto::transport {

static_assert(kBounceBytes == Shm::kBounceBytes);

const char* foreign_way() noexcept {
    enum { kAuto, kCma, kRing };
    const bool ring = setting_choice(kShmSettings[0]).value == kRing;
    return ring || !os::cma_is_allowed() ? "copy ring served by its owner" : "cross-memory attach";
}

Transport* make_self(const boot::Job& job) {
    return new Self(job);
}
Transport* make_shm(const boot::Job& job, uint64_t bounce_offset) {
    return new Shm(job, bounce_offset);
}

} // namespace arauto::transport
