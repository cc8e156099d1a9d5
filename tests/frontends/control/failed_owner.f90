! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The owner of components fails: reads from it and puts to it report so by stat=, while others go on, and while it was
! asked as well as afterwards.
program failed_owner
  use, intrinsic :: iso_fortran_env, only: stat_failed_image
  implicit none
  type :: holder
    integer, allocatable :: list(:)
  end type
  type(holder) :: held[*]
  integer :: code, got, next, turns
  call fill(held, this_image())
  sync all
  if (this_image() == 2) then
    got = held[1]%list(2)
    fail image
  end if
  turns = 0
  code = 0
  do while (code == 0) ! until it has failed
    got = held[2, stat=code]%list(3)
    turns = turns + 1
  end do
  if (code /= stat_failed_image) error stop 'a read from a failed owner gives another stat'
  held[2, stat=code]%list(3) = 1
  if (code /= stat_failed_image) error stop 'a put to a failed owner gives another stat'
  next = merge(3, 1, this_image() == 1)
  got = held[next, stat=code]%list(2)
  if (code /= 0 .or. got /= 20 * next) error stop 'a read from another owner'
  sync all (stat=code)
contains
  subroutine fill(it, me)
    type(holder), intent(inout) :: it
    integer, intent(in) :: me
    it%list = [10, 20, 30] * me
  end subroutine
end program failed_owner
