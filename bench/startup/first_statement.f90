! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Prints when it reached its first statement (monotonic clock, nanoseconds) and how much memory is its own; the figures
! of the last image count. With the argument "wait" it first meets the others and idles, so that its memory can be read.
program first_statement
  use, intrinsic :: iso_c_binding, only: c_int, c_long, c_ptr, c_loc
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  type, bind(c) :: timespec
    integer(c_long) :: seconds, nanoseconds
  end type timespec
  interface
    integer(c_int) function clock_gettime(clock, t) bind(c)
      import :: c_int, timespec
      integer(c_int), value :: clock
      type(timespec), intent(out) :: t
    end function clock_gettime
  end interface
  type(timespec) :: t
  integer(c_int) :: ignored
  character(len=8) :: word
  character(len=256) :: line
  integer(int64) :: own, shared
  integer :: unit, status
  ignored = clock_gettime(1_c_int, t)
  call get_command_argument(1, word)
  if (word == 'wait') then
    sync all
    call read_memory()
    sync all
    print '(a,1x,i0,1x,i0)', 'memory', own, shared
  else
    print '(a,1x,i0)', 'started', int(t%seconds, int64) * 1000000000_int64 + int(t%nanoseconds, int64)
  end if
contains
  subroutine read_memory()
    integer(int64) :: kib
    own = 0
    shared = 0
    open (newunit=unit, file='/proc/self/smaps_rollup', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (index(line, 'Private_Clean:') == 1 .or. index(line, 'Private_Dirty:') == 1) then
        read (line(15:), *) kib
        own = own + kib
      else if (index(line, 'Pss:') == 1) then
        read (line(5:), *) shared
      end if
    end do
    close (unit)
  end subroutine read_memory
end program first_statement
