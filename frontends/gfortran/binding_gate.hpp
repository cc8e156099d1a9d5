// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether any image of the job has attached an event: each put and get asks before it looks at the
// bindings of its target.
#pragma once

#include "coarray/bindings.hpp"
#include "coarray/target_bindings.hpp"
#include "state.hpp"

namespace arauto::gfortran {

using coarray::Access;
using coarray::binding_segment;
using coarray::Footprint;
using coarray::own_displacement;

[[nodiscard]] inline bool bindings_exist() noexcept {
    // PAIR bindings.gate: looked at before the table of the image that is put to
    return g_state.binding_gate->load(std::memory_order_acquire) != 0;
}

/// As coarray::start_bindings; the gate is image 1's.
[[nodiscard]] arauto_status_t start_binding_gate() noexcept;

} // namespace arauto::gfortran
