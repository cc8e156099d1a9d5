! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The last assignments of an image are visible when other images see that it has stopped: by STOP, by END PROGRAM, or
! by exit().
program ending
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image
  implicit none (type, external)
  interface
    subroutine exit_c(code) bind(c, name='exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine exit_c
  end interface
  type :: box
    integer, pointer :: values(:) => null()
  end type box
  type(box), save :: b[*]
  integer, target, allocatable :: mine(:)
  integer :: me, i

  me = this_image()
  allocate (mine(num_images()*1000), source=0)
  b%values => mine
  sync all
  if (me /= 1) then
    do i = 1, 1000, 2
      b[1]%values((me - 1)*1000 + i) = me*i
    end do
    select case (mod(me, 3))
    case (0)
      stop
    case (1)
      call exit_c(0_c_int)
    end select
  else
    do i = 2, num_images()
      do while (image_status(i) /= stat_stopped_image)
      end do
      if (any(mine((i - 1)*1000 + 1:i*1000:2) /= [(i*me, me = 1, 1000, 2)])) then
        print *, 'image', i, 'has stopped, but what it assigned is not there'
        error stop 1
      end if
    end do
  end if
end program ending
