! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Random sections: events attached to some, puts to and reads from others. Every image makes the same random choices,
! so that it knows the accesses of its left neighbour; the expected counts are computed element by element.
program fortran_random
  use, intrinsic :: iso_fortran_env, only: event_type, int64
  use arauto, only: event_attach, event_detach, notify_query
  implicit none
  type :: cell
    real(8) :: weight
    integer :: mark(3)
  end type cell
  type :: triplet
    integer :: first, last, step
  end type triplet
  integer, parameter :: rounds = 300, bindings = 16, accesses = 30
  integer, parameter :: shapes(4, 4) = reshape([60, 1, 1, 1, 13, 11, 1, 1, 7, 6, 5, 1, 4, 3, 4, 3], [4, 4])
  type(event_type) :: came(bindings)[*]
  integer :: line(60)[*]
  real(8) :: plane(13, 11)[*]
  type(cell) :: cube(7, 6, 5)[*]
  integer(2), allocatable :: four(:, :, :, :)[:]
  logical :: bound(420, bindings), touched(420)
  integer :: which(bindings) ! of the four arrays; 0: not attached
  logical :: for_reads(bindings)
  type(triplet) :: kept(4, bindings), t(4)
  integer :: expected(bindings), me, images, right, round, i, access, array, there, posts
  integer(int64) :: state
  logical :: is_read

  me = this_image()
  images = num_images()
  right = merge(1, me + 1, me == images)
  allocate (four(4, 3, 4, 3)[*])
  line = 0
  plane = 0
  cube = cell(0d0, [0, 0, 0])
  four = 0
  state = 20
  which = 0
  posts = 0
  sync all
  do round = 1, rounds
    do i = 1, bindings
      if (which(i) /= 0 .and. chance(2)) call unbind(i)
      if (which(i) == 0 .and. chance(2)) call bind_anew(i)
    end do
    sync all
    expected = 0
    do access = 1, accesses
      array = 1 + random_below(4)
      is_read = chance(3)
      call choose(array, t)
      touched = elements(array, t)
      if (is_read) then
        call read_section(array, t)
      else
        call put_section(array, t)
      end if
      do i = 1, bindings
        if (which(i) == array .and. (for_reads(i) .eqv. is_read)) then
          expected(i) = expected(i) + merge(1, 0, any(touched .and. bound(:, i)))
        end if
      end do
    end do
    sync all
    do i = 1, bindings
      there = -1
      call notify_query(came(i), there)
      if (there /= expected(i)) then
        print '(4(a, i0))', 'image ', me, ', round ', round, ': ', there, ' posts instead of ', expected(i)
        error stop 1
      end if
      posts = posts + there
      if (there > 0) then
        event wait (came(i), until_count=there)
      end if
    end do
    sync all
  end do
  if (posts < 1000) error stop 'too few posts to be a test'
  deallocate (four)
  if (me == 1) print '(a)', 'ok'

contains

  !> A number from 0 to below - 1, the same on every image.
  integer function random_below(below)
    integer, intent(in) :: below
    state = mod(state*48271_int64, 2147483647_int64)
    random_below = int(mod(state/128, int(below, int64)))
  end function random_below

  logical function chance(of)
    integer, intent(in) :: of
    chance = random_below(of) == 0
  end function chance

  !> A section of one of the arrays: single subscripts, ranges in both directions, now and then nothing.
  subroutine choose(of, section)
    integer, intent(in) :: of
    type(triplet), intent(out) :: section(4)
    integer :: d, extent
    do d = 1, 4
      extent = shapes(d, of)
      section(d)%first = 1 + random_below(extent)
      section(d)%last = section(d)%first
      section(d)%step = 1 + random_below(3)
      if (chance(4)) then
        section(d) = triplet(1, extent, 1)
      else if (chance(2)) then
        section(d)%last = 1 + random_below(extent)
        if (section(d)%last < section(d)%first .and. .not. chance(8)) section(d)%step = -section(d)%step
      end if
    end do
  end subroutine choose

  !> Which elements of the array, in array element order, the section has.
  function elements(of, section) result(mask)
    integer, intent(in) :: of
    type(triplet), intent(in) :: section(4)
    logical :: mask(420)
    integer :: a, b, c, d, at
    mask = .false.
    do d = section(4)%first, section(4)%last, section(4)%step
      do c = section(3)%first, section(3)%last, section(3)%step
        do b = section(2)%first, section(2)%last, section(2)%step
          do a = section(1)%first, section(1)%last, section(1)%step
            at = a + shapes(1, of)*(b - 1 + shapes(2, of)*(c - 1 + shapes(3, of)*(d - 1)))
            mask(at) = .true.
          end do
        end do
      end do
    end do
  end function elements

  subroutine bind_anew(i)
    integer, intent(in) :: i
    which(i) = 1 + random_below(4)
    for_reads(i) = chance(3)
    call choose(which(i), kept(:, i))
    bound(:, i) = elements(which(i), kept(:, i))
    associate (k => kept(:, i), word => merge('get', 'put', for_reads(i)))
      select case (which(i))
      case (1)
        call event_attach(came(i), line(k(1)%first:k(1)%last:k(1)%step), access=word)
      case (2)
        call event_attach(came(i), plane(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step), access=word)
      case (3)
        call event_attach(came(i), cube(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                        k(3)%first:k(3)%last:k(3)%step), access=word)
      case (4)
        call event_attach(came(i), four(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                        k(3)%first:k(3)%last:k(3)%step, k(4)%first:k(4)%last:k(4)%step), access=word)
      end select
    end associate
  end subroutine bind_anew

  subroutine unbind(i)
    integer, intent(in) :: i
    if (chance(2)) then
      call event_detach(came(i))
    else
      associate (k => kept(:, i))
        select case (which(i))
        case (1)
          call event_detach(came(i), line(k(1)%first:k(1)%last:k(1)%step))
        case (2)
          call event_detach(came(i), plane(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step))
        case (3)
          call event_detach(came(i), cube(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                          k(3)%first:k(3)%last:k(3)%step))
        case (4)
          call event_detach(came(i), four(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                          k(3)%first:k(3)%last:k(3)%step, k(4)%first:k(4)%last:k(4)%step))
        end select
      end associate
    end if
    which(i) = 0
  end subroutine unbind

  subroutine put_section(of, k)
    integer, intent(in) :: of
    type(triplet), intent(in) :: k(4)
    select case (of)
    case (1)
      line(k(1)%first:k(1)%last:k(1)%step)[right] = access
    case (2)
      plane(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step)[right] = access
    case (3)
      cube(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, k(3)%first:k(3)%last:k(3)%step)[right] = &
        cell(1d0, [access, round, me])
    case (4)
      four(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, k(3)%first:k(3)%last:k(3)%step, &
           k(4)%first:k(4)%last:k(4)%step)[right] = int(access, 2)
    end select
  end subroutine put_section

  subroutine read_section(of, k)
    integer, intent(in) :: of
    type(triplet), intent(in) :: k(4)
    ! The arrays have fixed sizes: gfortran 12 fails on reads into allocatable arrays of an internal procedure.
    integer :: n(4), got_line(60)
    real(8) :: got_plane(13, 11)
    type(cell) :: got_cube(7, 6, 5)
    integer(2) :: got_four(4, 3, 4, 3)
    n = max(0, (k%last - k%first + k%step)/k%step)
    select case (of)
    case (1)
      got_line(:n(1)) = line(k(1)%first:k(1)%last:k(1)%step)[right]
    case (2)
      got_plane(:n(1), :n(2)) = plane(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step)[right]
    case (3)
      got_cube(:n(1), :n(2), :n(3)) = cube(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                           k(3)%first:k(3)%last:k(3)%step)[right]
    case (4)
      got_four(:n(1), :n(2), :n(3), :n(4)) = four(k(1)%first:k(1)%last:k(1)%step, k(2)%first:k(2)%last:k(2)%step, &
                                                  k(3)%first:k(3)%last:k(3)%step, k(4)%first:k(4)%last:k(4)%step)[right]
    end select
  end subroutine read_section
end program fortran_random
