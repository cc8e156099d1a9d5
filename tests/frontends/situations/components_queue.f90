! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! A queue in a coarray's component grows and shrinks through procedures that do not see the coarray.
module queues
  implicit none
  type queue
    integer, allocatable :: items(:)
    character(:), allocatable :: label
  end type
contains
  subroutine push(q, item)
    type(queue), intent(inout) :: q
    integer, intent(in) :: item
    if (.not. allocated(q%items)) allocate (q%items(0))
    q%items = [q%items, item]
  end subroutine
  integer function pop(q)
    class(queue), intent(inout) :: q
    integer, allocatable :: rest(:)
    pop = q%items(1)
    rest = q%items(2:)
    call move_alloc(rest, q%items)
  end function
  subroutine reset(q, label)
    type(queue), intent(out) :: q
    character(*), intent(in) :: label
    q%label = label
  end subroutine
end module

program components_queue
  use queues
  implicit none
  type(queue) :: q[*]
  integer :: me, n, right, round, i, length, first
  me = this_image()
  n = num_images()
  right = merge(1, me + 1, me == n)
  do round = 1, 4
    call reset(q, repeat('x', round))
    do i = 1, 10*round + right
      call push(q, 1000*me + i)
    end do
    do i = 1, right
      if (pop(q) /= 1000*me + i) error stop 'popped another item'
    end do
    sync all
    length = size(q[right]%items)
    if (length /= 10*round) error stop 'another length'
    first = q[right]%items(1)
    if (first /= 1000*right + merge(1, right + 1, right == n) + 1) error stop 'another first item'
    if (sum(q[right]%items) /= sum([(1000*right + merge(1, right + 1, right == n) + i, i=1, 10*round)])) &
      error stop 'other items'
    sync all
  end do
  if (q%label /= 'xxxx') error stop 'another label'
  sync all
  if (me == 1) print '(a)', 'ok'
end program
