! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Pointer components without an initial value, in a coarray of a main program and in one of a procedure.
program pointers_undefined
  implicit none
  type link
    integer :: rank = 0
    integer, pointer :: value
    real, pointer :: list(:)
  end type
  type(link) :: first[*]
  integer :: me, n, right, round
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  allocate (first%value)
  first%value = 7*me
  allocate (first%list(me))
  first%list = me
  sync all
  if (first[right]%rank /= 0 .or. first[right]%value /= 7*right) error stop 'another value'
  if (sum(first[right]%list(1:right)) /= right**2) error stop 'another list'
  sync all
  do round = 1, 3
    call again(round)
  end do
  if (me == 1) print '(a)', 'ok'
contains
  subroutine again(round)
    integer, intent(in) :: round
    type(link), save :: second[*]
    allocate (second%value)
    second%value = 9*me + round
    sync all
    if (second[right]%value /= 9*right + round) error stop 'another second value'
    sync all
    deallocate (second%value)
  end subroutine
end program
