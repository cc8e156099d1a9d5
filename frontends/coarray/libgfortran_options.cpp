// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The compiled main() gives the options that it was compiled with to libgfortran, which then takes
// the signals of faults for its own backtrace. Where the runtime has taken them before, as an image
// that a launcher of ours watches does, they stay: the launcher names the image and the program's
// calls alone. This library precedes libgfortran in the program, so that its function is called.
#include <csignal>
#include <cstddef>
#include <dlfcn.h>
#include <iterator>

// Weak: libgfortran's own in a program that is linked statically.
extern "C" [[gnu::visibility("default"), gnu::weak]] void _gfortran_set_options(int count,
                                                                                int* options) {
    using SetOptions = void(int, int*);
    constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    auto* const real = reinterpret_cast<SetOptions*>(dlsym(RTLD_NEXT, "_gfortran_set_options"));
    if (real == nullptr) {
        return;
    }
    struct sigaction before[std::size(kFaults)];
    for (size_t i = 0; i < std::size(kFaults); ++i) {
        static_cast<void>(sigaction(kFaults[i], nullptr, &before[i]));
    }
    real(count, options);
    for (size_t i = 0; i < std::size(kFaults); ++i) {
        if (before[i].sa_handler != SIG_DFL) {
            static_cast<void>(sigaction(kFaults[i], &before[i], nullptr));
        }
    }
}
