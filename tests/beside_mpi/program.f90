! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coarrays and MPI in one program. Its words say how MPI begins (init, thread; else the coarrays do it) and ends
! (finalize, early), whether an image dies first (first), whether MPI has a window too (window), and how the images end
! (stop, stop3, errorstop, fail).
program beside
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: team_type
  use opencoarrays, only: get_communicator
  implicit none
  include 'side.inc'
  integer, allocatable :: here(:)[:]
  integer :: next, other, me, images
  me = this_image()
  images = num_images()
  next = mod(me, images) + 1
  if (has('first') .and. me == images) error stop 4
  if (has('init')) call side_begin(0_c_int)
  if (has('thread')) call side_begin(1_c_int)
  allocate (here(2)[*], source=-1)
  here = me
  sync all
  other = here(2)[next]
  call expect(other, next, 'the neighbour')
  call expect(side_rank(), me - 1, 'the rank')
  call expect(side_size(), images, 'the size')
  call expect(side_sum(me), images*(images + 1)/2, 'the sum by MPI')
  here(1)[next] = 100*me
  sync all
  call expect(here(1), 100*merge(images, me - 1, me == 1), 'what the neighbour has put')
  call teams()
  if (has('window')) call expect(side_window(me), merge(images, me - 1, me == 1), 'what came through a window of MPI')
  if (has('early')) then
    call side_end()
    sync all
    other = here(1)[next]
    call expect(other, 100*me, 'the neighbour, after MPI_Finalize')
  end if
  if (has('stop') .and. me == 1) stop
  if (has('stop3') .and. me == 1) stop 3
  if (has('errorstop') .and. me == images) error stop 5
  if (has('fail') .and. me == images) fail image
  if (has('finalize')) call side_end()
  if (me == merge(2, 1, images > 1)) print '(a)', 'all is right'

contains

  logical function has(word)
    character(len=*), intent(in) :: word
    character(len=16) :: given
    integer :: i
    has = .false.
    do i = 1, command_argument_count()
      call get_command_argument(i, given)
      has = has .or. given == word
    end do
  end function has

  subroutine expect(is, should, what)
    integer, intent(in) :: is, should
    character(len=*), intent(in) :: what
    if (is == should) return
    print '(a,i0,3a,i0,a,i0)', 'image ', this_image(), ': ', what, ' is ', is, ' and should be ', should
    error stop 9
  end subroutine expect

  ! Communicators of teams: the second call gives the same, and a team may ask while its sibling does not.
  subroutine teams()
    type(team_type) :: half, again
    integer :: of_all, of_half, round
    of_all = get_communicator()
    call expect(side_rank_in(of_all), this_image() - 1, 'the rank in the communicator of all')
    call expect(get_communicator(), of_all, 'the communicator, asked for again')
    form team (1 + mod(this_image(), 2), half)
    change team (half)
      if (mod(me, 2) == 1) then
        of_half = get_communicator()
        call expect(side_rank_in(of_half), this_image() - 1, 'the rank in the team')
        call expect(side_size_of(of_half), num_images(), 'the size of the team')
        call expect(get_communicator(half), of_half, 'the communicator of the team by its name')
      end if
    end team
    do round = 1, 3 ! the communicators of teams that are formed anew are freed
      form team (1, again)
      of_half = get_communicator(again)
      call expect(side_size_of(of_half), images, 'the size of a team of all')
    end do
    call expect(get_communicator(), of_all, 'the communicator of all, at the end')
  end subroutine teams
end program beside
