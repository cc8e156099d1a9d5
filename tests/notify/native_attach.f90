! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Attached events in programs whose coindexed objects are accessors (gfortran 15 and later): an access that touches a
! bound range posts its event at the other image exactly once, and one beside it does not.
program native_attach
  use, intrinsic :: iso_fortran_env, only: event_type
  use arauto, only: event_attach, event_detach
  implicit none
  type :: particle
    real(8) :: position(3)
    integer :: charge
  end type particle
  integer, parameter :: n = 12
  type(event_type) :: came(n)[*], single[*], of_part[*], was_read[*]
  integer :: s[*], a(n, n)[*], b(n), v(3)
  type(particle) :: p(n)[*]
  character(4) :: words(5)[*]
  integer :: me, right, left, j, posts

  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  a = 0
  words = ' '
  do j = 1, n
    p(j)%charge = 0
    p(j)%position = 0
  end do
  sync all
  call event_attach(single, s)
  do j = 1, n
    call event_attach(came(j), a(:, j))
  end do
  call event_attach(of_part, p(4))
  call event_attach(was_read, a(2, 3:4), access='get')
  sync all

  s[right] = me
  event wait (single)
  call check(s == left, 'the scalar')
  a(2:5, 4:6)[right] = me
  v = [1, 7, 9]
  a(3, v)[right] = -me
  a(v, 7)[right] = me
  words(2:3)[right] = 'ab'
  p(3)[right]%charge = me
  p(4)[right]%charge = me
  p(2)[right]%position(2) = me
  sync all
  call check(all(counts() == [1, 0, 0, 1, 1, 1, 2, 0, 1, 0, 0, 0]), 'posts of a block and two vectors')
  call event_query(of_part, posts)
  call check(posts == 1, 'posts of a component')
  call check(p(4)%charge == left .and. all(a(v(1:1), 7) == left), 'what was put')
  sync all

  b(1:4) = a(2, 1:4)[right]
  event wait (was_read)
  b(1) = a(2, 4)[right]
  event wait (was_read)
  b = a(3, :)[right]
  b(1) = a(2, 5)[right]
  sync all
  call event_query(was_read, posts)
  call check(posts == 0, 'reads beside it')
  do j = 1, n
    call event_detach(came(j), a(:, j))
  end do
  sync all
  a(:, 1)[right] = 3
  sync all
  call check(sum(counts()) == 7, 'posts of what is no longer attached')
  call check(all(a(:, 1) == 3), 'the last column')
  if (me == 1) print '(a)', 'ok'

contains

  function counts() result(posts)
    integer :: posts(n), i
    do i = 1, n
      call event_query(came(i), posts(i))
    end do
  end function counts

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (is_right) return
    print '(a, i0, 2a)', 'image ', me, ': wrong: ', what
    error stop 1
  end subroutine check
end program native_attach
