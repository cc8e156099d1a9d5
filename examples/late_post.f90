! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A program that is slow for a reason that `arauto run --trace` names: each image hands a field on to the next one, and
! does other work before it posts that the field is there. docs/guide/trace.md tells the story.
program late_post
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: cells = 1000, steps = 20
  real(8) :: field(cells)[*], other(cells)
  type(event_type) :: came[*]
  integer :: step, me, next
  me = this_image()
  next = mod(me, num_images()) + 1
  field = 0
  other = 1
  sync all
  do step = 1, steps
    if (step > 1 .or. me > 1) event wait (came)
    field(:)[next] = field + 1
    call work(other)
    event post (came[next])
  end do
  if (me == 1) then
    event wait (came)
    print '(a,f0.0)', 'the field has passed so many images: ', field(1)
  end if
contains
  !> Something that the next image need not wait for.
  subroutine work(values)
    real(8), intent(inout) :: values(:)
    integer :: i
    do i = 1, 3000
      values = sqrt(values + i)
    end do
  end subroutine work
end program late_post
