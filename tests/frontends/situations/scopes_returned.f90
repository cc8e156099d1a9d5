! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Local coarrays with allocatable components are given back by RETURN, at the end of a procedure and of a BLOCK.
module parcels
  implicit none
  type parcel
    real, allocatable :: weights(:)
    character(:), allocatable :: label
  end type
contains
  subroutine weigh(round, is_short)
    integer, intent(in) :: round
    logical, intent(in) :: is_short
    type(parcel), allocatable :: mine[:]
    integer :: right
    right = merge(1, this_image() + 1, this_image() == num_images())
    allocate (mine[*])
    allocate (mine%weights(round + this_image()), source=real(this_image()))
    mine%label = repeat('p', round)
    sync all
    if (size(mine[right]%weights) /= round + right) error stop 'another number of weights'
    if (any(mine[right]%weights(:) /= right)) error stop 'other weights'
    sync all
    if (is_short) return
    deallocate (mine%weights)
    sync all
    if (allocated(mine[right]%weights)) error stop 'weights are left'
  end subroutine
  subroutine load(count)
    integer, intent(in) :: count
    type(parcel), allocatable :: row(:)[:]
    integer :: i, left
    left = merge(num_images(), this_image() - 1, this_image() == 1)
    allocate (row(-1:count)[*])
    do i = 0, count, 3
      row(i)%weights = [real :: i, this_image()]
    end do
    sync all
    if (row(3)[left]%weights(2) /= left) error stop 'another weight in a row'
    if (allocated(row(1)[left]%weights)) error stop 'a weight too many'
  end subroutine
end module

program scopes_returned
  use parcels
  implicit none
  integer :: round
  do round = 1, 4
    call weigh(round, mod(round, 2) == 0)
    call load(2*round + 1)
    block
      type(parcel), allocatable :: inner[:]
      allocate (inner[*])
      inner%label = 'inner'
      inner%weights = [real(round)]
      sync all
      if (inner[num_images()]%weights(1) /= round) error stop 'another weight in a block'
    end block
  end do
  if (this_image() == 1) print '(a)', 'ok'
end program
