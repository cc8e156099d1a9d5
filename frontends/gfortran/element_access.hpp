// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The library's side of element_layout.h: whether programs may access single elements by loads and
// stores. They may in the initial team, on one node, while nothing is counted and no image has
// failed; programs that are not compiled with -flto always call.
#pragma once

#include "coarray.hpp"
#include "element_layout.h"

/// Read by compiled programs too. Its numbers are written while the thread that writes them is in
/// an image control statement or, for images_put, about to put itself.
extern "C" {
__attribute__((
    visibility("default"))) extern arauto_element_access_t arauto_gfortran_element_access;
}

namespace arauto::gfortran {

/// For a coarray of events, whose slots have been learnt.
void learn_events(Coarray& coarray) noexcept;

/// To be called when the program starts, and after the current team has changed.
void choose_element_access() noexcept;

/// Before the runtime ends.
void close_element_access() noexcept;

/// Before the first put with NOTIFY=: which put a hint is for is known to the library alone. For
/// good.
void shut_element_puts() noexcept;

} // namespace arauto::gfortran
