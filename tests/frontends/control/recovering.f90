! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! An image fails. What the others write to it without stat= is dropped, coarrays are allocated and
! deallocated all the same, and the next SYNC statement with stat= reports each: of ALLOCATE and DEALLOCATE only with
! gfortran's own coarrays, whose calls leave no other way. A translated program has it from their own stat=.
program recovering
  use, intrinsic :: iso_fortran_env, only: stat_failed_image, team_type
  implicit none (type)
  type :: cell
    integer, allocatable :: w(:)
    integer, pointer :: p(:) => null()
  end type
  type :: pair
    integer :: i
    real :: r
  end type
  integer :: x[*], row(6)[*], scalar, st, me, living, i
  integer, target :: private(4)
  type(cell) :: c[*]
  integer, allocatable :: q(:, :)[:], r[:]
  character(120) :: text
  me = this_image()
  private = me
  allocate (c%w(3))
  c%w = me
  c%p => private
  x = me
  row = me
  sync all
  living = merge(1, 3, me /= 2)
  if (me == 2) fail image
  sync all (stat=st)
  if (st /= stat_failed_image) error stop 'sync all'
  call writes_are_dropped
  call coarrays_are_allocated
  call a_scope_ends
  sync all (stat=st)
  if (st /= stat_failed_image) error stop 'the last sync all'
  if (me == 1) print '(a)', 'recovered'
contains
  ! Writes to the failed image are dropped, in all ways to write; afterwards a write to a living image arrives.
  subroutine writes_are_dropped
    type(pair), save :: both[*]
    x[2] = 5
    call expect_told('a scalar')
    row(1:5:2)[2] = [1, 2, 3]
    call expect_told('a section')
    row([2, 1])[2] = [1, 2]
    call expect_told('a vector subscript')
    row(:)[2] = row(:)[me]
    call expect_told('a transfer')
    c[2]%w(2) = 7
    call expect_told('an allocatable component')
    c[2]%p(1:2) = [7, 8]
    call expect_told('a pointer component')
    both[2] = pair(1, 2.0)
    call expect_told('a structure')
    do i = 1, 100
      x[2] = i
    end do
    call expect_told('many scalars')
    if (me == 1) row(2)[3] = 99
    if (me == 1 .or. me == 3) sync images (4 - me, stat=st)
    if (me == 3) then
      if (row(2) /= 99) error stop 'a write to a living image'
    end if
    scalar = x[living]
    if (scalar /= living) error stop 'a read of a living image'
  end subroutine

  ! The failure is reported once, by a statement that has nothing to do with the failed image.
  subroutine expect_told(what)
    character(*), intent(in) :: what
    text = ''
    sync memory (stat=st, errmsg=text)
    if (st /= stat_failed_image) error stop what
    if (index(text, 'image 2') == 0) error stop what // ': errmsg'
    sync memory (stat=st)
    if (st /= 0) error stop what // ': reported twice'
  end subroutine

  subroutine coarrays_are_allocated
    allocate (q(0:2, 5)[0:*], r[*], stat=st)
    if (st /= 0 .and. st /= stat_failed_image) error stop 'stat of allocate'
    if (.not. allocated(q) .or. .not. allocated(r)) error stop 'allocate'
    if (any(lbound(q) /= [0, 1]) .or. any(ubound(q) /= [2, 5])) error stop 'bounds'
    if (this_image(q, 1) /= me - 1) error stop 'cobounds'
    if (st == 0) call expect_told('allocate')
    q = me
    r = 10 * me
    sync all (stat=st)
    if (st /= stat_failed_image) error stop 'sync all after allocate'
    if (q(2, 5)[living - 1] /= living .or. r[living] /= 10 * living) error stop 'what was allocated'
    sync all (stat=st)
    deallocate (q, r, stat=st)
    if (st /= 0 .and. st /= stat_failed_image) error stop 'stat of deallocate'
    if (allocated(q) .or. allocated(r)) error stop 'deallocate'
    if (st == 0) call expect_told('deallocate')
  end subroutine

  subroutine a_scope_ends
    integer, allocatable :: z(:)[:]
    allocate (z(3)[*], stat=st)
    if (st == 0) call expect_told('allocate in a scope')
    z = me
  end subroutine
end program
