// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether this image may follow pointers that it finds in another image's memory. It may where each
// such pointer either is valid here as well or faults: heaps lie at the same addresses in both
// processes, and all other memory of the other image lies at addresses that this process has
// reserved, so that nothing else comes to lie there. Not covered: targets on stacks of threads that
// the other image starts later, and in libraries that it opens later.
#pragma once

namespace arauto::gfortran {

/// Any thread may ask.
/// @param rank  in the job; any number
/// @return false as well as long as nothing is known of the other image, as before it has started
[[nodiscard]] bool is_safe_pair(int rank) noexcept;

/// Publishes for the other images where this one keeps memory of its own. Called once, when the
/// program's malloc is the heap's.
void publish_private_ranges();

} // namespace arauto::gfortran
