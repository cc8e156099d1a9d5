! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Assignments without stat= to an image that has failed are dropped, and the next SYNC statement with stat= reports
! them. Coarrays are allocated all the same.
program dropped
  use, intrinsic :: iso_fortran_env, only: stat_failed_image
  implicit none
  integer :: x[*], row(6)[*], st, me, i
  integer, allocatable :: q(:, :)[:]
  character(120) :: text
  me = this_image()
  x = me
  row = me
  sync all
  if (num_images() > 2) call go_on_after_a_failure
  if (me == 1) print '(a)', 'all as it should be'
contains
  ! Image 2 fails.
  subroutine go_on_after_a_failure
    if (me == 2) fail image
    sync all (stat=st)
    if (st /= stat_failed_image) error stop 'sync all'
    x[2] = 5
    call expect_told('a scalar')
    row(1:5:2)[2] = [1, 2, 3]
    call expect_told('a section')
    row([2, 1])[2] = [1, 2]
    call expect_told('a vector subscript')
    do i = 1, 1000
      x[2] = i
      row(:)[2] = i
    end do
    call expect_told('many')
    x[2, stat=st] = 6
    if (st /= stat_failed_image) error stop 'stat= of an image selector'
    allocate (q(0:2, 5)[*], stat=st)
    if (st /= stat_failed_image .or. .not. allocated(q)) error stop 'allocate'
    q = me
    sync all (stat=st)
    i = merge(3, 1, me == 1)
    if (q(2, 5)[i] /= i) error stop 'what was allocated'
    sync all (stat=st)
    deallocate (q, stat=st)
    if (st /= stat_failed_image .or. allocated(q)) error stop 'deallocate'
  end subroutine

  subroutine expect_told(what)
    character(*), intent(in) :: what
    text = ''
    sync memory (stat=st, errmsg=text)
    if (st /= stat_failed_image) error stop what
    if (index(text, 'image 2') == 0) error stop what // ': errmsg'
    sync memory (stat=st)
    if (st /= 0) error stop what // ': reported twice'
  end subroutine
end program
