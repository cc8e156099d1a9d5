// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See name.hpp.
#include "transport/ofi/name.hpp"

#include "transport/ofi/mac.hpp"

#include <cstring>

namespace arauto::transport::ofi {
namespace {

uint64_t mac_for(int rank, const uint64_t (&secret)[2], const Name& name) noexcept {
    std::byte text[offsetof(Name, mac) + sizeof rank];
    std::memcpy(text, &name, offsetof(Name, mac));
    std::memcpy(text + offsetof(Name, mac), &rank, sizeof rank);
    return mac_of(text, secret);
}

} // namespace

void authenticate(int rank, const uint64_t (&secret)[2], Name* name) noexcept {
    name->mac = mac_for(rank, secret, *name);
}

bool is_authentic(int rank, const uint64_t (&secret)[2], const Name& name) noexcept {
    return name.mac == mac_for(rank, secret, name);
}

} // namespace arauto::transport::ofi
