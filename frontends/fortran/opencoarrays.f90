! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! For programs that call MPI beside coarrays, and for those that were written for OpenCoarrays: the name of its module.
! TEAM_NUMBER is the compiler's own today. Interfaces only; the procedure is in the library that coarrays call.
module opencoarrays
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none (type, external)
  private
  intrinsic :: team_number
  public :: get_communicator, team_number

  interface
    !> The communicator of a team's images for MPI, as the integer that modules `mpi` and mpif.h take: image i is its
    !> rank i - 1. A second call gives the same communicator; the team keeps it. Collective over that team.
    !> @param team  of type team_type; without it the current team
    !> @error  ends the program with a sentence: no MPI, MPI not initialised, no such team
    function get_communicator(team) result(communicator) bind(c, name="arauto_fortran_get_communicator")
      import :: c_int
      type(*), intent(in), optional :: team
      integer(c_int) :: communicator
    end function get_communicator
  end interface
end module opencoarrays
