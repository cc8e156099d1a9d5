! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Opens the library of opened.f90, whose path is the argument, after it has used accessors of its own, and goes on using them.
program opening
  use, intrinsic :: iso_c_binding
  implicit none
  abstract interface
    integer(c_int) function reader(scale) bind(c)
      import :: c_int
      integer(c_int), value :: scale
    end function
  end interface
  interface
    type(c_ptr) function dlopen(path, mode) bind(c)
      import :: c_ptr, c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: mode
    end function
    type(c_funptr) function dlsym(handle, name) bind(c)
      import :: c_ptr, c_char, c_funptr
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
    end function
  end interface
  integer :: mine(4)[*], next, turn
  character(1000) :: path
  type(c_ptr) :: library
  procedure(reader), pointer :: opened_read
  next = mod(this_image(), num_images()) + 1
  mine = this_image()
  sync all
  call get_command_argument(1, path)
  do turn = 1, 3
    if (mine(2)[next] /= next) error stop 'this program reads wrong'
    if (turn == 1) cycle
    if (turn == 2) then
      library = dlopen(trim(path)//c_null_char, 2)
      if (.not. c_associated(library)) error stop 'the library cannot be opened'
      call c_f_procpointer(dlsym(library, 'opened_read'//c_null_char), opened_read)
    end if
    if (opened_read(100 * turn) /= 100 * turn * next + 20) error stop 'the library reads wrong'
  end do
  sync all
end program opening
