// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Lets the owner of a coarray's part run an accessor for a statement of this image. This works
// wherever the data is, on this node or another; owner.hpp is the owner's side.
#pragma once

#include "accessed.hpp"
#include "transfer.hpp"

namespace arauto::gfortran {

/// As read_part, by the owner. @param may_reallocate  as in read_object
Outcome ask_to_read(const Accessed& object, int rank, const LocalValue& value, bool may_reallocate);
/// @param notified  a slot of `rank`, to which it posts once the value is there; 0: none
Outcome ask_to_write(const Accessed& object, int rank, const LocalValue& value, uint64_t notified);
/// @param is_present_out  set on success
Outcome
ask_whether_present(const Accessed& object, int rank, bool gives_address, bool& is_present_out);

} // namespace arauto::gfortran
