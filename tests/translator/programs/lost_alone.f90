! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! After image 2 has failed: ALLOCATE, DEALLOCATE and MOVE_ALLOC with stat= do their work for the others, and report
! the failure.
program lost_alone
  use iso_fortran_env
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:], c(:)[:]
  integer :: s, me, n
  character(80) :: m
  me = this_image(); n = num_images()
  allocate (a(3)[*], stat=s); if (s /= 0) error stop 1
  a = me
  sync all (stat=s) ! who is slow may hear of what comes next
  if (me == 2) fail image
  if (n > 1) call others
  if (.not. allocated(b)) allocate (b(5)[*])
  if (me == 1 .and. size(a) + size(b) >= 8) print '(a)', 'all as it should be'
contains
  subroutine others
    m = 'none'
    do
      sync all (stat=s)
      if (s == stat_failed_image) exit
    end do
    allocate (b(4)[*], stat=s, errmsg=m)
    if (s /= stat_failed_image) print '(a,i0)', 'alloc stat ', s
    if (.not. allocated(b)) print '(a)', 'b is not allocated'
    b = 10*me
    sync all (stat=s)
    if (n > 2) then; if (b(1)[n] /= 10*n) print '(a)', 'b wrong'; end if
    s = 0
    deallocate (a, stat=s)
    if (s /= stat_failed_image) print '(a,i0)', 'dealloc stat ', s
    if (allocated(a)) print '(a)', 'a is allocated'
    call move_alloc(b, c, stat=s)
    if (s /= stat_failed_image) print '(a,i0)', 'move stat ', s
    if (n > 2) then; if (c(4)[1] /= 10) print '(a)', 'c wrong'; end if
    allocate (a(5)[*], stat=s); deallocate (a, c, stat=s, errmsg=m)
    if (s /= stat_failed_image) print '(a,i0)', 'dealloc stat ', s
    allocate (a(5)[*], b(5)[*], stat=s)
  end subroutine
end program
