// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI that this process has loaded, if any: the few functions that coarrays beside MPI need,
// found by their names. So no header of an MPI is needed, and one build serves every MPI.
#pragma once

#include <cstdint>
#include <optional>

namespace arauto::coarray {

/// A handle as the MPI's C functions take it. It is a pointer in Open MPI and in the standard ABI,
/// and an int in MPICH; calling conventions pass an int as the lower half of a pointer's register.
using MpiHandle = void*;

enum class MpiAbi { open_mpi, mpich, standard };

struct MpiFunctions {
    MpiAbi abi;
    MpiHandle world; // MPI_COMM_WORLD
    int (*initialized)(int* flag);
    int (*finalized)(int* flag);
    int (*comm_rank)(MpiHandle comm, int* rank);
    int (*comm_size)(MpiHandle comm, int* size);
    int (*comm_group)(MpiHandle comm, MpiHandle* group);
    int (*group_incl)(MpiHandle group, int count, const int* ranks, MpiHandle* group_out);
    int (*group_free)(MpiHandle* group);
    int (*comm_dup)(MpiHandle comm, MpiHandle* comm_out);
    int (*comm_create_group)(MpiHandle comm, MpiHandle group, int tag, MpiHandle* comm_out);
    int (*comm_free)(MpiHandle* comm);
    int (*comm_c2f)(MpiHandle comm); // null: the handle is the integer

    /// Between MPI_Init and MPI_Finalize.
    [[nodiscard]] bool is_up() const noexcept;
    /// The integer that Fortran has for a communicator.
    [[nodiscard]] int fortran_handle(MpiHandle comm) const noexcept;
};

/// None when this process has loaded no MPI.
[[nodiscard]] std::optional<MpiFunctions> find_mpi() noexcept;

/// The next definition of an MPI's function behind this library's own, in the order in which the
/// loader searches; else that of an MPI which was opened later. Null when there is none.
[[nodiscard]] void* next_mpi_function(const char* name) noexcept;

/// The definition that a call from the program would reach, unless that is this library's `own`;
/// then the next. A tool that was loaded before all comes first in this way.
[[nodiscard]] void* outer_mpi_function(const char* name, const void* own) noexcept;

/// Frees a communicator that this library has made, unless the MPI has ended. Null stays null.
void free_communicator(MpiHandle& comm) noexcept;

/// Whether the executable's own code calls the MPI, and whether it calls what starts the MPI.
struct MpiCalls {
    bool any = false;
    bool starts_it = false;
};
[[nodiscard]] MpiCalls mpi_calls_of_executable() noexcept;

} // namespace arauto::coarray
