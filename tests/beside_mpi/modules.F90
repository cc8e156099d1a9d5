! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! MODULE is mpi or mpi_f08; with NEVER the program does not initialise MPI.
program modules
  use MODULE
  use opencoarrays, only: get_communicator, team_number
  implicit none
  integer :: rank, sum, level, ierror
#ifdef IS_F08
  type(MPI_Comm) :: comm
#endif
#ifndef NEVER
  call MPI_Init_thread(MPI_THREAD_SERIALIZED, level, ierror)
  if (level < MPI_THREAD_SINGLE) error stop 'no level of threads'
#endif
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank /= this_image() - 1) error stop 'rank and image differ'
  call MPI_Allreduce(this_image(), sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (sum /= num_images()*(num_images() + 1)/2) error stop 'wrong sum'
#ifdef IS_F08
  comm%mpi_val = get_communicator()
  call MPI_Comm_rank(comm, rank, ierror)
#else
  call MPI_Comm_rank(get_communicator(), rank, ierror)
#endif
  if (rank /= this_image() - 1) error stop 'rank in the communicator'
  if (team_number() /= -1) error stop 'team_number'
  sync all
#ifndef NEVER
  call MPI_Finalize(ierror)
#endif
  if (this_image() == num_images()) print '(a)', 'all is right'
end program modules
