! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! DEALLOCATE of a pointer whose target is an allocatable coarray, which compiled code frees like other memory: the
! coarray keeps its memory and its values until it is deallocated itself, and other images can use it.
program freed_by_pointer
  implicit none
  type :: holder
    integer, pointer :: one => null()
    integer, pointer :: many(:) => null()
  end type
  type(holder), save :: held[*]
  integer, allocatable, target :: i[:], list(:)[:]
  integer :: round, next
  next = mod(this_image(), num_images()) + 1
  do round = 1, 3
    allocate (held%one, held%many(100)) ! memory of their own is freed as ever
    call free(held)
    allocate (i[*], source=10*this_image())
    allocate (list(1000)[*], source=round)
    held%one => i
    held%many => list
    call free(held)
    if (associated(held%one) .or. associated(held%many)) error stop 'they are associated'
    i = i + round
    list(1000) = this_image()
    sync all
    if (i[next] /= 10*next + round) error stop 'the scalar'
    if (list(1000)[next] /= next .or. list(1)[next] /= round) error stop 'the array'
    sync all
    deallocate (i, list)
  end do
  if (this_image() == 1) print '(a)', 'freed_by_pointer: done'
contains
  subroutine free(x)
    type(holder) :: x[*]
    if (associated(x%one)) deallocate (x%one)
    if (associated(x%many)) deallocate (x%many)
  end subroutine
end program freed_by_pointer
