// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// libfabric, loaded at run time: one build serves machines with and without it, and versions 1.14
// to 2.x, which share the name of the library.
#pragma once

#include "base/status.hpp"

#include <rdma/fabric.h>

#include <span>

namespace arauto::transport::ofi {

/// The interface version that is requested; later libraries keep it.
inline constexpr uint32_t kApiVersion = FI_VERSION(1, 14);

struct Library {
    decltype(&fi_getinfo) getinfo;
    decltype(&fi_freeinfo) freeinfo;
    decltype(&fi_dupinfo) dupinfo;
    decltype(&fi_fabric) fabric;
    decltype(&fi_strerror) strerror;
    decltype(&fi_version) version;
};

/// @error ARAUTO_ERR_UNSUPPORTED when there is none, or an older one
[[nodiscard]] Result<const Library*> library() noexcept;

/// "1.17: tcp;ofi_rxm, udp, shm": its version, and each provider once.
void name_providers(const Library& library, std::span<char> text_out) noexcept;

} // namespace arauto::transport::ofi
