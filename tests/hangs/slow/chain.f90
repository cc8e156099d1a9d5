! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Each image works for a second and tells the next, which has waited since the start.
!
! images 4
program chain
  use iso_fortran_env, only: event_type
  type(event_type) :: turn[*]
  integer :: me
  me = this_image()
  if (me > 1) event wait (turn)
  call sleep (1)
  if (me < num_images()) event post (turn[me + 1])
  sync all
end program
