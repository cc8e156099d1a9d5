! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Coindexed objects in each form for which gfortran 15 and later compile an accessor of its own: parts
! of coarrays with and without a descriptor, captured subscripts, and transfers between two images.
program accessors
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer :: a(10)[*], scalar[*], me, next, previous, i
  integer, allocatable :: b(:, :)[:]
  character(5) :: text[*]
  real(8) :: x(1000)[*], y(1000)
  type(team_type) :: team

  me = this_image()
  next = mod(me, num_images()) + 1
  previous = mod(me + num_images() - 2, num_images()) + 1
  allocate (b(3, 4)[*])
  call read_and_write()
  call set()
  ! In an internal procedure gfortran 15 and 16 refuse it.
  call check(text[next] == text_of(next), 'a character')
  sync all
  form team (1, team)
  change team (team)
    call read_and_write()
  end team
  call assign_to_itself()

contains

  subroutine set()
    scalar = me
    a = [(100 * me + i, i = 1, 10)]
    b = reshape([(1000 * me + i, i = 1, 12)], [3, 4])
    write (text, '(i5)') me
    x = [(real(me * i, 8), i = 1, 1000)]
    sync all
  end subroutine

  subroutine read_and_write()
    integer :: subscripts(2), low
    integer, allocatable :: got(:)
    call set()
    subscripts = [9, 2]
    low = 4
    call check(scalar[next] == next, 'a scalar')
    call check(all(a(2:8:2)[next] == 100 * next + [2, 4, 6, 8]), 'a section')
    call check(all(a(subscripts)[next] == 100 * next + [9, 2]), 'subscripts in a vector')
    call check(all(a(low:)[next] == 100 * next + [(i, i = 4, 10)]), 'a bound in a variable')
    call check(all(b(:, 2)[next] == 1000 * next + [4, 5, 6]), 'an allocatable array')
    got = b(2, :)[next]
    call check(size(got) == 4 .and. all(got == 1000 * next + [2, 5, 8, 11]), 'an allocation')
    y = x(:)[next]
    call check(all(y == [(real(next * i, 8), i = 1, 1000)]), 'a long array')
    sync all
    a(3:5)[next] = [7, 8, 9] * me
    a(subscripts)[next] = -me
    b(2, 4)[next] = me
    text[next] = 'ab'
    scalar[next] = me + 7
    sync all
    call check(all(a([3, 4, 5]) == [7, 8, 9] * previous), 'a put of a section')
    call check(all(a([9, 2]) == -previous) .and. a(1) == 100 * me + 1, 'a put by a vector')
    call check(b(2, 4) == previous .and. b(1, 4) == 1000 * me + 10, 'a put of an element')
    call check(text == 'ab' .and. scalar == previous + 7, 'a put of scalars')
    sync all
    call set()
    a(1:3)[next] = b(1:3, 1)[previous]
    scalar[next] = a(10)[previous]
    sync all
    call check(all(a(1:3) == 1000 * before(previous) + [1, 2, 3]), 'a transfer of an array')
    call check(scalar == 100 * before(previous) + 10, 'a transfer of a scalar')
    sync all
  end subroutine

  ! The value is read whole before anything is assigned.
  subroutine assign_to_itself()
    call set()
    a(2:10)[me] = a(1:9)
    call check(all(a == 100 * me + [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'an overlap')
    a(1:9)[me] = a(2:10)[me]
    call check(all(a == 100 * me + [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]), 'an overlap of a transfer')
  end subroutine

  integer function before(image)
    integer, intent(in) :: image
    before = mod(image + num_images() - 2, num_images()) + 1
  end function

  function text_of(number) result(digits)
    integer, intent(in) :: number
    character(5) :: digits
    write (digits, '(i5)') number
  end function

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print '(a, i0, 2a)', 'image ', me, ': wrong: ', what
      error stop 1
    end if
  end subroutine
end program accessors
