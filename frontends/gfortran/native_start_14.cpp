// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native_start.hpp. These functions are for gfortran up to 14, whose programs have no
// accessors.
#include "native_start.hpp"

namespace arauto::gfortran {

void prepare_native(bool) {}

void start_native() {}

void follow_pointers() {}

void begin_native() {}

void verify_native() {}

} // namespace arauto::gfortran
