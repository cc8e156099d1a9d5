! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Loops over single elements of other images, of every type and size, in teams, beside puts with a notification and with
! an attached event. With -flto the accesses are in the loops themselves, so each way into the library and back must be
! found: images of a team, an event that is attached meanwhile, a hint.
program elements
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, event_type, team_type
  use arauto, only: event_attach, event_detach
  implicit none
  integer, parameter :: n = 50
  type pair
    integer(int16) :: small
    real(real64) :: wide(3)
  end type pair
  integer(int8) :: i1(n)[*]
  integer(int16) :: i2(n)[*]
  integer(int32) :: i4(n)[*]
  integer(int64) :: i8(0:n - 1)[*]
  real(real32) :: r4(n)[*]
  real(real64) :: r8(2, n)[*]
  complex(real32) :: c4(n)[*]
  complex(real64) :: c8(n)[*], lone[*]
  logical :: l(n)[*]
  character(1) :: t(n)[*]
  character(5) :: text(n)[*]
  type(pair) :: pairs(n)[*]
  real(real64), allocatable :: a(:)[:]
  type(event_type) :: came[*]
  integer :: me, images

  me = this_image()
  images = num_images()
  allocate(a(n)[*])
  call put_all(me, mod(me, images) + 1)
  sync all
  call check_all(me)
  sync all
  call in_teams()
  call attached()
  sync all
  print '(a)', 'ok'

contains

  integer function value_of(image, i)
    integer, intent(in) :: image, i
    value_of = mod(7 * image + i, 100)
  end function value_of

  subroutine put_all(from, to)
    integer, intent(in) :: from, to
    integer :: i, v
    character(1) :: letter
    lone[to] = cmplx(from, -from, real64)
    do i = 1, n
      v = value_of(from, i)
      i1(i)[to] = int(v, int8)
      i2(i)[to] = int(v, int16)
      i4(i)[to] = v
      i8(i - 1)[to] = v
      r4(i)[to] = real(v, real32)
      r8(2, i)[to] = v              ! converted
      r8(1, i)[to] = real(-v, real64)
      c4(i)[to] = cmplx(v, -v, real32)
      c8(i)[to] = cmplx(v, -v, real64)
      l(i)[to] = mod(v, 3) == 0
      letter = achar(32 + mod(v, 90))
      t(i)[to] = letter
      text(i)[to] = 'ab'            ! padded
      pairs(i)[to]%small = int(v, int16)
      pairs(i)[to]%wide(2) = v
      a(i)[to] = real(v, real64)
    end do
  end subroutine put_all

  ! Every image checks the values that each image `writer` has put to the next one.
  subroutine check_all(reader)
    integer, intent(in) :: reader
    integer :: writer, at, i, v
    character(1) :: letter
    character(5) :: word
    do writer = 1, images
      at = mod(writer, images) + 1
      call must(lone[at] == cmplx(writer, -writer, real64), 'complex scalar', reader)
      do i = 1, n
        v = value_of(writer, i)
        call must(i1(i)[at] == v, 'integer(1)', i)
        call must(i2(i)[at] == v, 'integer(2)', i)
        call must(i4(i)[at] == v, 'integer(4)', i)
        call must(i8(i - 1)[at] == v, 'integer(8)', i)
        call must(r4(i)[at] == v, 'real(4)', i)
        call must(r8(2, i)[at] == v .and. r8(1, i)[at] == -v, 'real(8)', i)
        call must(c4(i)[at] == cmplx(v, -v), 'complex(4)', i)
        call must(c8(i)[at] == cmplx(v, -v, real64), 'complex(8)', i)
        call must(l(i)[at] .eqv. mod(v, 3) == 0, 'logical', i)
        letter = t(i)[at]
        word = text(i)[at]
        call must(letter == achar(32 + mod(v, 90)), 'character', i)
        call must(word == 'ab   ', 'text', i)
        call must(pairs(i)[at]%small == v .and. pairs(i)[at]%wide(2) == v, 'component', i)
        call must(a(i)[at] == v, 'allocatable', i)
      end do
    end do
  end subroutine check_all

  ! Teams of every second image, so that an image has another number in them.
  subroutine in_teams()
    type(team_type) :: half
    real(real64) :: s
    integer :: i
    s = 0
    form team (mod(me, 2) + 1, half)
    change team (half)
      do i = 1, n
        a(i)[mod(this_image(), num_images()) + 1] = real(1000 * this_image() + me, real64)
      end do
      sync all
      do i = 1, n
        s = s + a(i)[this_image()]
      end do
    end team
    i = mod(me + 2 * images - 3, images) + 1   ! the image before this one among those of its team
    if (images > 1 .and. mod(images, 2) == 0) then
      call must(mod(nint(s / n), 1000) == i, 'a team''s image', nint(s))
    end if
    sync all
    do i = 1, n
      a(i)[me] = real(i, real64)
    end do
    call must(all(a == [(real(i, real64), i = 1, n)]), 'the initial team again', me)
  end subroutine in_teams

  ! Each image attaches an event to its part, takes it away again, and is put to in between.
  subroutine attached()
    integer :: i, to
    to = mod(me, images) + 1
    call event_attach(came, a)
    sync all
    do i = 1, n
      a(i)[to] = real(me, real64)
    end do
    event wait (came, until_count=n)
    call must(all(a == mod(me + images - 2, images) + 1), 'attached', me)
    sync all
    call event_detach(came, a)
    sync all
    do i = 1, n
      a(i)[to] = real(-me, real64)
    end do
    sync all
    call must(all(a == -(mod(me + images - 2, images) + 1)), 'detached', me)
    call event_query(came, i)
    call must(i == 0, 'a detached event counts', i)
  end subroutine attached

  subroutine must(holds, what, which)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    integer, intent(in) :: which
    if (.not. holds) then
      print '(a,1x,i0,1x,i0)', what, which, me
      error stop 'elements: wrong'
    end if
  end subroutine must

end program elements
