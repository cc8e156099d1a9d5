! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Where a dummy coarray begins in its coarray is left out when its type has allocatable components.
module part_argument_m
  implicit none
  type :: t
    integer :: i
    integer, allocatable :: k(:)
  end type
contains
  subroutine take(b, i) !wrong
    type(t), intent(in) :: b(2)[*] !wrong
    integer, intent(out) :: i !wrong
    i = b(1)[1]%i !wrong
  end subroutine !wrong
  subroutine take(b, first, i) !right
    type(t), intent(in) :: b(4)[*] !right
    integer, intent(in) :: first !right
    integer, intent(out) :: i !right
    i = b(first)[1]%i !right
  end subroutine !right
end module
program part_argument
  use part_argument_m
  implicit none
  type(t) :: b(4)[*]
  integer :: i
  b%i = [1, 2, 3, 4]
  sync all
  call take(b(3), i) !warned
  call take(b, 3, i) !right
  if (i == 3) print '(a)', 'right'
  sync all
end program
