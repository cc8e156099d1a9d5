! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Spins on memory that other images write: the compiler must read it again, in the main program, in procedures and
! through dummies.
module passing_m
  implicit none
contains
  subroutine pass(token, rounds, sum)
    integer, intent(inout) :: token[*]
    integer, intent(in) :: rounds
    integer, intent(out) :: sum
    integer :: me, n, k
    me = this_image(); n = num_images()
    sum = 0
    do k = 1, rounds
      if (me == mod(k, n) + 1) token[mod(k + 1, n) + 1] = token + 1
      sync all
      sum = sum + token
      sync all
    end do
  end subroutine
  subroutine local(rounds)
    integer, intent(in) :: rounds
    integer, allocatable :: flag[:]
    integer, save :: fixed[*]
    integer :: k
    allocate (flag[*])
    flag = 0
    fixed = 0
    sync all
    do k = 1, rounds
      if (this_image() == 1) then
        flag[num_images()] = k
        fixed[num_images()] = -k
      end if
      if (this_image() == num_images()) then
        do while (flag /= k)
          sync memory
        end do
        do while (fixed /= -k)
          sync memory
        end do
      end if
      sync all
    end do
    print '(a,3(i0,1x))', 'local ', this_image(), flag, fixed
  end subroutine
end module

program passing
  use passing_m
  implicit none
  integer :: token[*], sum
  token = this_image()
  sync all
  call pass(token, 20, sum)
  print '(a,3(i0,1x))', 'token ', this_image(), token, sum
  call local(20)
end program
