! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Attached events: puts and gets post the events of the memory that they touch, no more and no less, and errors are
! reported. Checks itself.
module attached_m
  use arauto, only: attach => event_attach, event_detach
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type), save :: row_came[*], read_came[*]
contains
  subroutine bind(a)
    integer, intent(inout) :: a(:, :)[*]
    call attach(row_came, a(2, :))
    call attach(read_came, a(:, 1), access='get')
  end subroutine
end module

program attached_alone
  use attached_m
  use arauto
  implicit none
  type holder
    integer :: fixed = 0
    real, allocatable :: own(:)
  end type
  integer, parameter :: n = 6
  integer :: a(n, n)[*], me, images, next, before, j, status, got(n)
  type(event_type) :: came(n)[*], made_came[*], part_came[*]
  real, allocatable :: x(:, :)[:]
  type(holder) :: h[*]
  me = this_image(); images = num_images()
  next = mod(me, images) + 1; before = mod(me + images - 2, images) + 1
  a = 0
  do j = 1, n
    call event_attach(came(j), a(:, j))
  end do
  call bind(a)
  allocate (h%own(me + 3))
  h%own = 0
  call event_attach(part_came, h%own(2:3))
  sync all
  do j = 1, n
    a(:, j)[next] = 100*me + j
    event wait (came(j))
    if (any(a(:, j) /= 100*before + j)) error stop 'the event came before its data'
  end do
  sync all
  if (count_of(row_came) /= n) error stop 'a row'
  if (count_of(read_came) /= 0) error stop 'puts are no reads'
  sync all
  got = a(:, 1)[next]
  got(1) = a(3, 2)[next] + a(n, 1)[next]
  sync all
  if (count_of(read_came) /= 2) error stop 'reads'
  a(1, :)[next] = 0
  a(3:6:3, 2:4)[next] = 0
  sync all
  if (count_of(row_came) /= n) error stop 'beside the row'
  if (count_of(came(1)) /= 1 .or. count_of(came(2)) /= 2 .or. count_of(came(5)) /= 1) error stop 'columns'
  sync all
  h[next]%own(3) = me
  h[next]%own(1) = me
  h[next]%fixed = me
  sync all
  if (count_of(part_came) /= 1 .or. h%own(3) /= before) error stop 'a component'
  deallocate (h%own)
  allocate (x(4, 4)[*])
  x = 0
  call event_attach(made_came, x(:, 2))
  call event_attach(made_came, x(:, 3))
  sync all
  x(1, :)[next] = me
  sync all
  if (count_of(made_came) /= 2) error stop 'allocated'
  call event_detach(made_came, x(:, 3))
  sync all
  x(1, :)[next] = me
  sync all
  if (count_of(made_came) /= 3) error stop 'detached'
  deallocate (x)
  allocate (x(4, 4)[*])
  sync all
  x(:, :)[next] = me
  sync all
  if (count_of(made_came) /= 3) error stop 'deallocated'
  call event_detach(made_came, stat=status)
  if (status <= 0) error stop 'detached twice'
  call event_attach(came(1), a(:, 1), stat=status)
  if (status <= 0) error stop 'attached twice'
  call event_attach(came(1), a(:, 2), stat=status, access='both')
  if (status <= 0) error stop 'access'
  call event_detach(came(1))
  call event_attach(came(1), a(:, 1), status)
  if (status /= 0) error stop 'attached again'
  sync all
  if (me == 1) print '(a)', 'all as it should be'
contains
  integer function count_of(event)
    type(event_type), intent(in) :: event[*]
    call event_query(event, count_of)
  end function
end program
