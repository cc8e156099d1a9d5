! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Arrays next to unmapped memory: their elements can be read and written, and no access beside them causes an error.
! An array that is not mapped at all is reported at the next statement.
program borders
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_int, c_intptr_t, c_long, c_null_ptr, c_ptr, c_size_t
  implicit none (type, external)
  interface
    type(c_ptr) function mmap(at, length, protection, flags, descriptor, offset) bind(c, name='mmap')
      import :: c_int, c_long, c_ptr, c_size_t
      type(c_ptr), value :: at
      integer(c_size_t), value :: length
      integer(c_int), value :: protection, flags, descriptor
      integer(c_long), value :: offset
    end function mmap
    integer(c_int) function munmap(at, length) bind(c, name='munmap')
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: at
      integer(c_size_t), value :: length
    end function munmap
  end interface
  integer, parameter :: page = 4096, pages = 40, per_page = page/4
  type :: box
    integer, pointer :: values(:) => null()
    integer, pointer :: tail(:) => null()
    integer, pointer :: gone(:) => null()
  end type box
  type(box), save :: b[*]
  type(c_ptr) :: memory
  integer, pointer :: all_of_it(:)
  integer(c_intptr_t) :: start
  integer :: me, next, i, x, code
  character(len=200) :: text
  character(len=20) :: mode

  me = this_image()
  next = mod(me, num_images()) + 1
  memory = mmap(c_null_ptr, int(page*(pages + 4), c_size_t), 3_c_int, 34_c_int, -1_c_int, 0_c_long)
  start = transfer(memory, start)
  call unmap(0)
  call unmap(pages + 1)
  call unmap(pages + 3)
  call c_f_pointer(transfer(start + page, memory), all_of_it, [per_page*(pages + 2)])
  b%values => all_of_it(:per_page*pages)
  b%tail => all_of_it(per_page*(pages + 1) + 5:per_page*(pages + 2))
  b%gone => all_of_it(per_page*pages + 1:per_page*(pages + 1))
  b%values = [(i*me, i = 1, size(b%values))]
  b%tail = 17
  sync all

  do i = 1, size(b%values)
    x = b[next]%values(i)
    if (x /= i*next) error stop 'forwards'
  end do
  sync all
  do i = size(b%values), 1, -1
    x = b[next]%values(i)
    if (x /= i*next) error stop 'backwards'
  end do
  if (b[next]%tail(1) /= 17 .or. b[next]%tail(size(b%tail)) /= 17) error stop 'tail'
  if (any(b[next]%values(per_page*pages - 20::2) /= next*[(i, i = per_page*pages - 20, per_page*pages, 2)])) &
    error stop 'section at the end'
  b[next]%values(1) = -1
  b[next]%values(size(b%values)) = -2
  b[next]%tail(size(b%tail)) = -3
  sync all
  if (b%values(1) /= -1 .or. b%values(size(b%values)) /= -2 .or. b%tail(size(b%tail)) /= -3) error stop 'written'
  sync all

  call get_command_argument(1, mode)
  if (num_images() == 1) stop
  call get_environment_variable('BORDERS_END', mode)
  code = 0
  text = ''
  b[next]%values(2) = 22
  b[next]%gone(3) = 1
  b[next]%values(3) = 33
  if (mode == 'sync') then
    sync all
  else if (mode == 'end') then
    stop
  end if
  sync all (stat=code, errmsg=text)
  if (code <= 0) error stop 'the write has not been reported'
  if (index(text, 'not mapped at image') == 0) error stop 'the sentence does not say why'
  if (b%values(2) /= 22) error stop 'a write before the one that failed is lost'
  sync all (stat=code, errmsg=text)
  if (code /= 0) error stop 'it has been reported twice'
  event_like: block
    integer :: again
    b[next]%gone(4) = 1
    sync memory (stat=again)
    if (again <= 0) error stop 'SYNC MEMORY has not reported the write'
  end block event_like

contains

  subroutine unmap(number)
    integer, intent(in) :: number
    if (munmap(transfer(start + number*int(page, c_intptr_t), memory), int(page, c_size_t)) /= 0) error stop 'munmap'
  end subroutine unmap
end program borders
