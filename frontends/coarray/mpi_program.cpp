// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See mpi_program.hpp.
#include "mpi_program.hpp"

#include "mpi_functions.hpp"
#include "teams.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/info.h"
#include "arauto/spi/runtime.h"

#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#define ARAUTO_MPI_CALL extern "C" __attribute__((visibility("default")))

namespace arauto::coarray {
namespace {

/// Whether a front-end has initialised MPI: then the program's own calls change nothing.
bool is_begun_for_program() noexcept {
    return arauto_mpi_level() >= 0;
}

[[noreturn]] void end_with(const char* sentence) noexcept {
    arauto_error_stop(1, sentence);
}

/// Compares rank and size of the job with those of MPI_COMM_WORLD; both libraries are initialised.
void compare(const MpiFunctions& mpi) noexcept {
    int rank = 0;
    int size = 0;
    mpi.comm_rank(mpi.world, &rank);
    mpi.comm_size(mpi.world, &size);
    if (rank == arauto_rank() && size == arauto_size()) {
        return;
    }
    if (std::string_view(arauto_setting("ARAUTO_MPI_CHECK")) == "no") {
        return;
    }
    if (size != arauto_size() && arauto_rank() != 0) {
        const timespec time_of_image_1{1, 0}; // one sentence is enough
        nanosleep(&time_of_image_1, nullptr);
    }
    char sentence[400];
    std::snprintf(
        sentence, sizeof sentence,
        "this image of %d is rank %d of %d in MPI_COMM_WORLD; image i must be rank i - 1. "
        "Start the program by the mpirun of its MPI, or by 'arauto run', which finds "
        "that mpirun; ARAUTO_MPI_CHECK=no lets it go on",
        arauto_size(), rank, size);
    end_with(sentence);
}

/// MPI has three numberings of its levels of threads; the setting has their names.
int level_wanted(MpiAbi abi) noexcept {
    constexpr const char* kNames[] = {"single", "funneled", "serialized", "multiple"};
    constexpr int kStepOfStandard = 1024;
    const std::string_view name = arauto_setting("ARAUTO_MPI_THREADS");
    int level = 0;
    while (level < 3 && name != kNames[level]) {
        ++level;
    }
    // The standard ABI: 0, 1024, 2048, 4096.
    const int standard = level == 0 ? 0 : kStepOfStandard << (level - 1);
    return abi == MpiAbi::standard ? standard : level;
}

bool shall_begin(const std::optional<MpiFunctions>& mpi) noexcept {
    const std::string_view setting = arauto_setting("ARAUTO_MPI_INIT");
    if (setting == "yes" && !mpi) {
        end_with("ARAUTO_MPI_INIT is yes, but the program is linked to no MPI: compile it with the "
                 "MPI's wrapper, as in 'arauto fc --compiler mpifort'");
    }
    if (setting != "auto" || !mpi) {
        return setting == "yes";
    }
    const MpiCalls calls = mpi_calls_of_executable();
    return calls.any && !calls.starts_it;
}

using Init = int (*)(int*, char***);
using InitThread = int (*)(int*, char***, int, int*);
using Finalize = int (*)();
using FortranCall = void (*)(int*);
using FortranInitThread = void (*)(const int*, int*, int*);

template <typename Function> Function next(const char* name) noexcept {
    void* const found = next_mpi_function(name);
    if (found == nullptr) {
        char sentence[200];
        std::snprintf(sentence, sizeof sentence,
                      "%s was called, but the program is linked to no MPI: compile it with the "
                      "MPI's wrapper, as in 'arauto fc --compiler mpifort'",
                      name);
        end_with(sentence);
    }
    return reinterpret_cast<Function>(found);
}

void set_error(int* error) noexcept {
    if (error != nullptr) { // ierror= is optional in module mpi_f08
        *error = 0;
    }
}

// The functions behind the exported names of MPI.
extern "C" {
int arauto_coarray_mpi_init(int* argc, char*** argv) {
    if (is_begun_for_program()) {
        return 0;
    }
    const int status = next<Init>("MPI_Init")(argc, argv);
    check_against_mpi();
    return status;
}

int arauto_coarray_mpi_init_thread(int* argc, char*** argv, int required, int* provided) {
    if (is_begun_for_program()) {
        *provided = arauto_mpi_level();
        return 0;
    }
    const int status = next<InitThread>("MPI_Init_thread")(argc, argv, required, provided);
    check_against_mpi();
    return status;
}

int arauto_coarray_mpi_finalize() {
    if (is_begun_for_program()) {
        return 0; // end_mpi finalises MPI when all images have stopped
    }
    drop_communicators();
    return next<Finalize>("MPI_Finalize")();
}
}

void init_by_fortran(const char* name, int* error) noexcept {
    if (is_begun_for_program()) {
        set_error(error);
        return;
    }
    next<FortranCall>(name)(error);
    check_against_mpi();
}

void init_thread_by_fortran(const char* name,
                            const int* required,
                            int* provided,
                            int* error) noexcept {
    if (is_begun_for_program()) {
        *provided = arauto_mpi_level();
        set_error(error);
        return;
    }
    next<FortranInitThread>(name)(required, provided, error);
    check_against_mpi();
}

void finalize_by_fortran(const char* name, int* error) noexcept {
    if (is_begun_for_program()) {
        set_error(error);
        return;
    }
    drop_communicators();
    next<FortranCall>(name)(error);
}

/// This image has stopped. Others may already wait for it in MPI_Finalize, and it would wait for
/// them to stop. So it calls MPI_Finalize even where the program has not.
void end_mpi() noexcept {
    const std::optional<MpiFunctions> mpi = find_mpi();
    if (!mpi || !mpi->is_up()) {
        return;
    }
    drop_communicators();
    arauto_share_host();
    const auto* const own = reinterpret_cast<const void*>(&arauto_coarray_mpi_finalize);
    if (void* const finalize = outer_mpi_function("MPI_Finalize", own); finalize != nullptr) {
        arauto_set_mpi_level(-1); // a definition before this one may pass the call on to it
        reinterpret_cast<Finalize>(finalize)();
    }
}

} // namespace

void check_against_mpi() noexcept {
    if (arauto_is_initialized() == 0) {
        return; // start_runtime calls this again
    }
    arauto_set_stop_hook(end_mpi);
    const std::optional<MpiFunctions> mpi = find_mpi();
    if (mpi && mpi->is_up()) {
        compare(*mpi);
        arauto_share_host();
        // Registers its exit handler again, to run before that of the MPI's library.
        static_cast<void>(arauto_init());
    }
}

void begin_mpi() noexcept {
    const std::optional<MpiFunctions> mpi = find_mpi();
    int has_begun = 0;
    if (mpi) {
        mpi->initialized(&has_begun); // it may be finalised by now
    }
    if (has_begun != 0 || !shall_begin(mpi)) {
        return;
    }
    const auto* const own = reinterpret_cast<const void*>(&arauto_coarray_mpi_init_thread);
    const auto init = reinterpret_cast<InitThread>(outer_mpi_function("MPI_Init_thread", own));
    int level = 0;
    if (init == nullptr || init(nullptr, nullptr, level_wanted(mpi->abi), &level) != 0) {
        end_with("MPI_Init_thread has failed, which this image has called because the program "
                 "calls MPI and never initialises it; ARAUTO_MPI_INIT=no leaves it to the program");
    }
    arauto_set_mpi_level(level);
    check_against_mpi();
}

} // namespace arauto::coarray

namespace coarray = arauto::coarray;

#define ARAUTO_MPI_ALIAS(type, name, of)                                                           \
    ARAUTO_MPI_CALL decltype(coarray::of) name __attribute__((alias(#of)));
ARAUTO_MPI_ALIAS(int, MPI_Init, arauto_coarray_mpi_init)
ARAUTO_MPI_ALIAS(int, MPI_Init_thread, arauto_coarray_mpi_init_thread)
ARAUTO_MPI_ALIAS(int, MPI_Finalize, arauto_coarray_mpi_finalize)
#undef ARAUTO_MPI_ALIAS

/// Open MPI 5 does not learn the name of its process where PMIx is initialised already, as it is by
/// the runtime. Until MPI is up this function reports that PMIx is not initialised. Then Open MPI
/// initialises it once more, which PMIx counts, and learns the name.
ARAUTO_MPI_CALL int PMIx_Initialized() {
    const std::optional<coarray::MpiFunctions> mpi = coarray::find_mpi();
    auto* const next = coarray::next_mpi_function("PMIx_Initialized");
    const bool is_asked = next != nullptr && mpi && mpi->is_up();
    return is_asked ? reinterpret_cast<int (*)()>(next)() : 0;
}

// Compilers spell Fortran's names in four ways; mpi_f08 has one of its own.
#define ARAUTO_MPI_SPELLING(init, init_thread, finalize)                                           \
    ARAUTO_MPI_CALL void init(int* error) {                                                        \
        coarray::init_by_fortran(#init, error);                                                    \
    }                                                                                              \
    ARAUTO_MPI_CALL void init_thread(const int* required, int* provided, int* error) {             \
        coarray::init_thread_by_fortran(#init_thread, required, provided, error);                  \
    }                                                                                              \
    ARAUTO_MPI_CALL void finalize(int* error) {                                                    \
        coarray::finalize_by_fortran(#finalize, error);                                            \
    }
ARAUTO_MPI_SPELLING(mpi_init, mpi_init_thread, mpi_finalize)
ARAUTO_MPI_SPELLING(mpi_init_, mpi_init_thread_, mpi_finalize_)
ARAUTO_MPI_SPELLING(mpi_init__, mpi_init_thread__, mpi_finalize__)
ARAUTO_MPI_SPELLING(MPI_INIT, MPI_INIT_THREAD, MPI_FINALIZE)
ARAUTO_MPI_SPELLING(mpi_init_f08_, mpi_init_thread_f08_, mpi_finalize_f08_)
#undef ARAUTO_MPI_SPELLING
