! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! CRITICAL with STAT= and ERRMSG=, which gfortran takes from version 16 on. The construct excludes the other images with
! a status of 0. Once an image has failed in it, the next one that enters gets STAT_FAILED_IMAGE and is in it all the
! same; those after it get 0.
program critical_stat
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, stat_failed_image
  implicit none
  integer, parameter :: rounds = 200
  integer :: count[*], code, turn, images
  integer(atomic_int_kind) :: is_inside[*], entered[*], told[*], now
  character(:), allocatable :: message
  message = 'nothing'
  images = num_images()
  count = 0
  is_inside = 0
  entered = 0
  told = 0
  sync all
  do turn = 1, rounds
    code = -1
    critical (stat=code, errmsg=message)
      count[1] = count[1] + 1
    end critical
    if (code /= 0) error stop 'CRITICAL that no image has failed in'
  end do
  sync all
  if (message /= 'nothing') error stop 'errmsg= without an error'
  if (count[1] /= rounds*images) error stop 'two images were in the construct'
  if (images < 3) call done()
  sync all
  if (this_image() == images) code = one(is_last=.true.) ! does not come back
  now = 0
  do while (now == 0)
    call atomic_ref(now, is_inside)
  end do
  do turn = 1, 5
    code = one(is_last=.false.)
    if (code /= 0 .and. code /= stat_failed_image) error stop 'CRITICAL after a failure'
    if (code == stat_failed_image) call atomic_add(told[1], 1_atomic_int_kind)
    call atomic_add(entered[1], 1_atomic_int_kind)
  end do
  sync all (stat=code)
  if (code /= stat_failed_image) error stop 'sync all'
  if (this_image() == 1) then
    call atomic_ref(now, entered)
    if (now /= 5*(images - 1)) error stop 'not all have entered'
    call atomic_ref(now, told)
    if (now /= 1) error stop 'not one image is told of the failure'
  end if
  call done()

contains

  ! The construct in which an image fails; one construct has one lock.
  integer function one(is_last) result(status)
    logical, intent(in) :: is_last
    integer :: i
    integer, target :: mine
    mine = -1
    critical (stat=mine)
      if (is_last) then
        do i = 1, images - 1
          call atomic_define(is_inside[i], 1_atomic_int_kind)
        end do
        fail image
      end if
    end critical
    status = mine
  end function one

  subroutine done()
    if (this_image() == 1) print '(a)', 'critical_stat: done'
    stop
  end subroutine done
end program critical_stat
