! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One image asks an event for its count until that is enough.
!
! images 2
program queries
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  integer :: count
  if (this_image() == 1) then
    do
      call event_query (came, count)
      if (count == 3) exit
    end do
    sync images (2)
  else
    call sleep (3)
    event post (came[1])
    event post (came[1])
    event post (came[1])
    sync images (1)
  end if
end program
