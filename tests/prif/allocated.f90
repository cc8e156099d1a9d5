! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coarray Fortran that flang lowers by itself from version 23 on: allocation, cobounds, functions of teams.
program allocated_coarrays
  use, intrinsic :: iso_fortran_env, only: initial_team, team_type
  implicit none
  integer, allocatable :: x(:)[:]
  integer, save :: s[2:*]
  real(8), allocatable :: y(:, :)[:, :]
  type(team_type) :: half, all
  integer :: round

  do round = 1, 3
    allocate (x(10)[*]) ! without STAT=, for which flang 23 stores an address
    call check(size(x) == 10, 'allocated')
    x = this_image()
    call co_sum(x)
    call check(all_equal(x, num_images() * (num_images() + 1) / 2), 'an allocated coarray in CO_SUM')
    deallocate (x)
    call check(.not. allocated(x), 'deallocated')
  end do
  call check(lcobound(s, 1) == 2 .and. ucobound(s, 1) == num_images() + 1, 'cobounds of a static coarray')
  call check(image_index(s, [num_images() + 1]) == num_images(), 'IMAGE_INDEX')
  call check(this_image(s, 1) == this_image() + 1, 'THIS_IMAGE')
  allocate (y(2, 3)[0:1, *])
  call check(ucobound(y, 1) == 1 .and. ucobound(y, 2) == (num_images() + 1) / 2, 'two codimensions')

  form team (mod(this_image(), 2) + 4, half, new_index=(this_image() + 1) / 2)
  all = get_team(initial_team)
  change team (half)
    call check(team_number() == 4 + mod(this_image(all), 2), 'TEAM_NUMBER')
    call check(this_image() == (this_image(all) + 1) / 2, 'NEW_INDEX=')
    call check(num_images(all) >= num_images(), 'NUM_IMAGES of a team')
    call check(team_number(all) == -1, 'the initial team')
  end team
  sync team (half)
  deallocate (y)
  sync all
  if (this_image() == 1) print '(a)', 'allocated: done'
contains
  logical function all_equal(array, value)
    integer, intent(in) :: array(:), value
    all_equal = .true.
    if (any(array /= value)) all_equal = .false.
  end function all_equal

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (.not. holds) then
      print '(a,i0,2a)', 'image ', this_image(), ': not so: ', what
      error stop 3
    end if
  end subroutine check
end program allocated_coarrays
