// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Further steps at the start of programs that gfortran 15 and later compile, because their
// accessors follow pointers of other images. The library for earlier ones has functions of these
// names that start the program's malloc and do nothing else.
#pragma once

namespace arauto::gfortran {

/// Before the runtime starts.
/// @param is_at_start  the program has done nothing yet
void prepare_native(bool is_at_start);

/// When the runtime is up; every image at the same point.
void start_native();

/// The program has a coarray whose type may have components that lead to other memory: from now on
/// its malloc is the heap's. Other programs keep the C library's. Any thread may call it, each
/// time.
void follow_pointers();

/// When all that was loaded with the program has registered its coarrays, before any image can have
/// heard of another.
void begin_native();

/// Then: whether all images have the same accessors. Collective over all images.
void verify_native();

} // namespace arauto::gfortran
