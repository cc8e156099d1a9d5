! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The text of errmsg=: it names statements, and images from 1, never functions of the library or ranks.
program naming
  use, intrinsic :: iso_fortran_env, only: lock_type, team_type
  implicit none (type)
  type(lock_type) :: l(2)[*]
  type(team_type) :: odd_or_even
  integer, allocatable :: a(:)[:]
  integer :: me, n, st
  character(160) :: text
  me = this_image()
  n = num_images()
  lock (l(2)[me])
  lock (l(2)[me], stat=st, errmsg=text)
  call expect('LOCK: this is ' // image(me) // ', and it holds lock 2 of ' // image(me) // ' already')
  sync all
  unlock (l(2)[1 + mod(me, n)], stat=st, errmsg=text)
  if (n > 1) then
    call expect('UNLOCK: lock 2 of ' // image(1 + mod(me, n)) // ' is held by ' // image(1 + mod(me, n)) &
      // ', and this is ' // image(me))
  end if
  sync all
  unlock (l(2)[me], stat=st)
  unlock (l(2)[me], stat=st, errmsg=text)
  call expect('UNLOCK: lock 2 of ' // image(me) // ' is not locked')
  allocate (a(400000000000_8)[*], stat=st, errmsg=text)
  call expect("bytes in this image's heap: its largest free block is")
  form team (1 + mod(me, 2), odd_or_even)
  change team (odd_or_even)
    unlock (l(1)[this_image()], stat=st, errmsg=text)
    call expect('UNLOCK: lock 1 of ' // image(me) // ' is not locked (numbered as in the initial team)')
    allocate (a(400000000000_8)[*], stat=st, errmsg=text)
    if (index(text, 'initial team') /= 0) error stop 'numbers explained where there are none'
  end team
contains
  function image(number)
    integer, intent(in) :: number
    character(:), allocatable :: image
    character(8) :: digits
    write (digits, '(i0)') number
    image = 'image ' // trim(digits)
  end function

  subroutine expect(wanted)
    character(*), intent(in) :: wanted
    if (st == 0 .or. index(text, wanted) == 0) then
      print '(4a)', 'expected "', wanted, '", got: ', trim(text)
      error stop 1
    end if
    if (index(text, 'rank') /= 0 .or. index(text, 'arauto_') /= 0) error stop 'words of the C API'
    text = ''
  end subroutine
end program
