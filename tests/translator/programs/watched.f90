! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Fifty rounds of a halo exchange into components. `moving`: they are allocated anew in each round; `private`: where no
! other image reaches them.
program watched
  implicit none
  type box
    real(8), allocatable :: left(:), right(:)
    integer :: n = 0
  end type box
  type(box), allocatable :: s(:)[:]
  real(8), allocatable :: own(:)
  character(len=8) :: way
  integer :: me, right, left, round, m, faults
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  call get_command_argument(1, way)
  faults = 0
  m = 40
  allocate (s(2)[*])
  call renew()
  sync all
  do round = 1, 50
    s(2)[right]%left(1:m) = 100*round + me
    s(2)[right]%left(m) = me
    s(2)[left]%right(2:m:2) = 200*round + me
    sync all
    if (any(s(2)%left(:m - 1) /= 100*round + left) .or. s(2)%left(m) /= left) faults = faults + 1
    if (any(s(2)%right(2:m:2) /= 200*round + right)) faults = faults + 1
    if (way == 'moving') then
      m = m + 1
      call renew()
    end if
    sync all
  end do
  print '(a, 1x, i0, 1x, i0)', 'faults', me, faults
  if (faults > 0) error stop 1

contains

  subroutine renew()
    if (allocated(s(2)%left)) deallocate (s(2)%left, s(2)%right)
    if (way == 'private') then
      allocate (own(m))
      call move_alloc(own, s(2)%left)
      allocate (own(m))
      call move_alloc(own, s(2)%right)
    else
      allocate (s(2)%left(m), s(2)%right(m))
    end if
    s(2)%left = 0
    s(2)%right = 0
  end subroutine renew
end program watched
