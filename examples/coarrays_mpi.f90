! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coarrays inside an MPI program: a ring of columns whose borders move by coarrays, while MPI sums up. Each half of the
! images also sums for itself, by the communicator of its team.
!   arauto fc --compiler mpifort coarrays_mpi.f90 -o coarrays_mpi && arauto run -n 4 ./coarrays_mpi
program coarrays_mpi
  use mpi
  use, intrinsic :: iso_fortran_env, only: event_type, real64, team_type
  use opencoarrays, only: get_communicator
  implicit none
  integer, parameter :: n = 8, steps = 50
  real(real64), allocatable :: u(:)[:], next(:) ! u(0) and u(n + 1) are borders: copies of the neighbours' cells
  type(event_type), allocatable :: came(:)[:], taken(:)[:] ! 1: for the left border, 2: for the right one
  type(team_type) :: half
  real(real64) :: heat, heat_of_half
  integer :: left, right, step, ierror
  call MPI_Init(ierror)
  allocate (u(0:n + 1)[*], source=0.0_real64)
  allocate (came(2)[*], taken(2)[*])
  allocate (next(n))
  left = merge(num_images(), this_image() - 1, this_image() == 1)
  right = merge(1, this_image() + 1, this_image() == num_images())
  if (this_image() == 1) u(1) = 1000

  do step = 1, steps
    if (step > 1) then ! the neighbours have read what I sent before
      event wait (taken(1))
      event wait (taken(2))
    end if
    u(n + 1)[left] = u(1)
    event post (came(2)[left])
    u(0)[right] = u(n)
    event post (came(1)[right])
    event wait (came(1))
    event wait (came(2))
    next = u(1:n) + 0.25_real64*(u(0:n - 1) - 2*u(1:n) + u(2:n + 1))
    event post (taken(2)[left])
    event post (taken(1)[right])
    u(1:n) = next
  end do

  call MPI_Allreduce(sum(u(1:n)), heat, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  form team (1 + mod(this_image(), 2), half)
  change team (half)
    call MPI_Allreduce(sum(u(1:n)), heat_of_half, 1, MPI_DOUBLE_PRECISION, MPI_SUM, get_communicator(), ierror)
  end team
  if (this_image() == 1) print '(a,f0.3,a,f0.3)', 'heat ', heat, ', on the images with odd numbers ', heat_of_half
  call MPI_Finalize(ierror)
end program coarrays_mpi
