! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! FORM TEAM without memory has the code of any statement without memory, and not that of STAT_LOCKED. gfortran up to 14
! has no stat= there, so that only translated programs can ask.
program no_memory
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none (type)
  type(team_type), pointer :: team ! another variable each time: the same one would give its old team back
  integer :: st, i
  character(160) :: text
  do i = 1, 20000
    allocate (team)
    form team (1, team, stat=st, errmsg=text)
    if (st /= 0) exit
  end do
  if (st /= 5014 .or. index(text, 'heap') == 0) then
    print '(a,i0,2a)', 'expected 5014 and a sentence about the heap, got ', st, ': ', trim(text)
    error stop 1
  end if
  if (this_image() == num_images()) print '(a)', 'done'
end program
