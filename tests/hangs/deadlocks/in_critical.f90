! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Image 1 waits within a critical section for a post that image 2 would make within it.
!
! images 2
! told image 1: event wait (came), @wait (in exchange); has 0, needs 1
! told image 2: critical, @critical; image 1 holds it
! far image 1: event wait (came), @wait (in exchange); has 0, needs 1
! far image 2: critical, @critical; behind image 1
program in_critical
  use iso_fortran_env, only: event_type
  type(event_type) :: came[*], inside[*]
  if (this_image() == 2) event wait (inside)
  critical ! @critical
    call exchange()
  end critical
contains
  subroutine exchange() ! the compiler would see these statements within the construct
    if (this_image() == 1) then
      event post (inside[2])
      event wait (came) ! @wait
    else
      event post (came[1])
    end if
  end subroutine
end program
