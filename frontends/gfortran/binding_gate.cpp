// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See binding_gate.hpp. The gate counts the images that have bindings, so that it closes again.
#include "binding_gate.hpp"

#include "arauto/atomic.h"
#include "arauto/spi/segment.h"

namespace arauto::gfortran {
namespace {

using coarray::BindingHeader;

/// The gate where that of the job is out of reach.
constexpr std::atomic<uint32_t> kOpenGate{1};

/// Counts this image among those with bindings, or no longer. False when the gate is out of reach.
bool count_at_gate(bool has_bindings) noexcept {
    auto* const rank0 = static_cast<BindingHeader*>(arauto_segment_pointer(binding_segment(), 0));
    if (rank0 != nullptr) { // also when that image has failed
        // PAIR bindings.gate: behind the table that makes the others look
        rank0->gate.fetch_add(has_bindings ? 1 : UINT32_MAX, std::memory_order_acq_rel);
        return true;
    }
    return arauto_atomic_fetch(binding_segment(), 0, offsetof(BindingHeader, gate), 4,
                               ARAUTO_ATOMIC_ADD, has_bindings ? 1 : UINT32_MAX, nullptr) >= 0;
}

} // namespace

arauto_status_t start_binding_gate() noexcept {
    const arauto_status_t status = coarray::start_bindings(count_at_gate);
    if (status >= 0) {
        const auto* const rank0 =
            static_cast<const BindingHeader*>(arauto_segment_pointer(binding_segment(), 0));
        // A table that cannot be read here is requested before each put.
        g_state.binding_gate = rank0 != nullptr ? &rank0->gate : &kOpenGate;
    }
    return status;
}

} // namespace arauto::gfortran
