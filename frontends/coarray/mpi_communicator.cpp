// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// get_communicator of module opencoarrays: the MPI communicator of a team's images, whose ranks are
// their image numbers less one. It is made when it is first asked for.
#include "errors.hpp"
#include "mpi_functions.hpp"
#include "teams.hpp"

namespace arauto::coarray {
namespace {

constexpr const char* kName = "GET_COMMUNICATOR";

MpiFunctions mpi_or_end() noexcept {
    const std::optional<MpiFunctions> mpi = find_mpi();
    if (!mpi) {
        fail({},
             "%s: the program is linked to no MPI: compile it with the MPI's wrapper, as in "
             "'arauto fc --compiler mpifort'",
             kName);
    }
    if (!mpi->is_up()) {
        fail({}, "%s: MPI has not been initialised yet, or has ended already", kName);
    }
    return *mpi;
}

/// Collective over the team alone: images of its sibling teams need not ask as well.
int make(const MpiFunctions& mpi, const Team& team, MpiHandle& comm) noexcept {
    constexpr int kTag = 0x0a3c; // distinguishes this MPI_Comm_create_group
    if (team.parent == nullptr && team.siblings == nullptr && team.number == -1) {
        return mpi.comm_dup(mpi.world, &comm);
    }
    MpiHandle world = nullptr;
    MpiHandle group = nullptr;
    if (const int status = mpi.comm_group(mpi.world, &world); status != 0) {
        return status;
    }
    int status =
        mpi.group_incl(world, static_cast<int>(team.ranks.size()), team.ranks.data(), &group);
    mpi.group_free(&world);
    if (status == 0) {
        status = mpi.comm_create_group(mpi.world, group, kTag, &comm);
        mpi.group_free(&group);
    }
    return status;
}

} // namespace
} // namespace arauto::coarray

/// @param variable  of type team_type; null: the current team
/// @return the communicator as Fortran's integer
extern "C" __attribute__((visibility("default"))) int
arauto_fortran_get_communicator(const int64_t* variable) {
    namespace coarray = arauto::coarray;
    const coarray::MpiFunctions mpi = coarray::mpi_or_end();
    const coarray::Team& team =
        variable != nullptr ? coarray::named_team(variable, coarray::kName) : coarray::current();
    coarray::MpiHandle& comm = coarray::communicator_of(team);
    if (comm == nullptr && coarray::make(mpi, team, comm) != 0) {
        coarray::fail({}, "%s: MPI could not make a communicator of the %zu images", coarray::kName,
                      team.ranks.size());
    }
    return mpi.fortran_handle(comm);
}
