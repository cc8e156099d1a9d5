! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An image that does nothing but attach and detach is killed, often in the middle of a change, while the others put to
! it: they learn of it from stat and go on.
program fortran_killed
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: event_type, stat_failed_image
  use arauto, only: event_attach, event_detach
  implicit none
  interface
    integer(c_int) function getpid() bind(c)
      import :: c_int
    end function getpid
    integer(c_int) function kill(pid, signal) bind(c)
      import :: c_int
      integer(c_int), value :: pid, signal
    end function kill
    integer(c_int) function usleep(microseconds) bind(c)
      import :: c_int
      integer(c_int), value :: microseconds
    end function usleep
    integer(c_int) function arauto_fortran_notify_hint_stat(notify, stat, bytes) bind(c)
      import :: c_int
      type(*), intent(in) :: notify
      type(*), intent(inout) :: stat
      integer(c_int), value :: bytes
    end function arauto_fortran_notify_hint_stat
  end interface
  type(event_type) :: came(8)[*], noted[*]
  integer :: a(8)[*], id[*], victim, stat, i
  victim = num_images()
  id = getpid()
  a = 0
  sync all (stat=stat)
  if (this_image() == victim) then
    do
      do i = 1, 8
        call event_attach(came(i), a(1:i))
      end do
      do i = 1, 8
        call event_detach(came(i))
      end do
    end do
  end if
  stat = 0
  i = 0
  do while (stat == 0)
    i = i + 1
    if (i == 2000 .and. this_image() == 1) then
      if (kill(id[victim], 9) /= 0) error stop 'kill'
    end if
    a(5)[victim + arauto_fortran_notify_hint_stat(noted, stat, 4)] = i
  end do
  if (stat /= stat_failed_image) error stop 'another status'
  sync all (stat=stat)
  if (stat /= stat_failed_image) error stop 'the survivors have not met'
  if (this_image() == 1) print '(a)', 'ok'
end program fortran_killed
