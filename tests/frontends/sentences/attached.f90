! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Wrong calls of event_attach and event_detach, one to a run: its name is the program's argument. `tell` says what
! stat= got.
program attached
  use, intrinsic :: iso_fortran_env, only: error_unit, event_type
  use arauto, only: event_attach, event_detach
  implicit none
  type(event_type), save :: e(2)[*]
  integer, save :: a(10)[*]
  integer :: code, me
  character(40) :: name

  call get_command_argument(1, name)
  me = this_image()
  a = 0
  sync all
  if (me == 1) then
    select case (name)
    case ('attach_twice')
      call event_attach(e(1), a(1:3))
      call event_attach(e(2), a(1:3))
      call event_attach(e(1), a(1:3))
    case ('wrong_access')
      call event_attach(e(1), a(1:3), access='take')
    case ('detach_never')
      call event_detach(e(1))
    case ('detach_other')
      call event_attach(e(1), a(1:3))
      call event_detach(e(1), a(2:3))
    case ('told')
      call event_attach(e(1), a, stat=code)
      call tell()
      call event_attach(e(1), a, stat=code)
      call tell()
      call event_attach(e(1), a, stat=code, access='GET ')
      call tell()
      call event_attach(e(1), a, stat=code, access='gets')
      call tell()
      call event_detach(e(2), stat=code)
      call tell()
      call event_detach(e(1), a(2:3), stat=code)
      call tell()
      call event_detach(e(1), a, stat=code)
      call tell()
      call event_detach(e(1), stat=code)
      call tell()
    case default
      error stop 'there is no such case'
    end select
  end if
  sync all

contains

  subroutine tell()
    write (error_unit, '(a,i0)') 'stat ', code
    code = 0
  end subroutine tell
end program attached
