! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An image fails; the others notice, form a team of the living, and finish the work.
program survivors
  use, intrinsic :: iso_fortran_env, only: stat_failed_image, team_type
  implicit none
  type(team_type) :: living
  integer :: st, work
  sync all (stat=st)
  if (this_image() == num_images() .and. num_images() > 1) fail image
  sync all (stat=st)
  if (st == stat_failed_image) form team (1, living)
  if (st == stat_failed_image) then
    change team (living)
      work = 1
      call co_sum(work)
      if (this_image() == 1) print '(i0,a)', work, ' images finish the work'
    end team
  end if
end program survivors
