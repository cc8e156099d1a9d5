// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The compiled main() gives the options that it was compiled with to libgfortran, -fbacktrace among
// them: then libgfortran takes the signals of faults, and prints a backtrace that lies mostly in
// libraries and names no image. Where our launcher reports the calls, this option is withdrawn.
// This library precedes libgfortran in the program, so that its function is called.
#include "arauto/spi/status.h"

#include <dlfcn.h>
#include <vector>

// Weak: libgfortran's own in a program that is linked statically.
extern "C" [[gnu::visibility("default"), gnu::weak]] void _gfortran_set_options(int count,
                                                                                int* options) {
    using SetOptions = void(int, int*);
    constexpr int kBacktrace = 3; // its place, in all versions from GCC 8 on
    auto* const real = reinterpret_cast<SetOptions*>(dlsym(RTLD_NEXT, "_gfortran_set_options"));
    if (real == nullptr) {
        return;
    }
    if (count <= kBacktrace || arauto_calls_are_reported() == 0) {
        real(count, options);
        return;
    }
    std::vector<int> ours(options, options + count); // the program's own cannot be written to
    ours[kBacktrace] = 0;
    real(count, ours.data());
}
