! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Static coarrays of the program, of a library it is linked to and of one that it opens. The
! argument is the path of the second.
program main
  use, intrinsic :: iso_c_binding
  use linked
  implicit none
  interface
    type(c_ptr) function dlopen(name, mode) bind(C)
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: mode
    end function
    type(c_funptr) function dlsym(library, name) bind(C)
      import
      type(c_ptr), value :: library
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function dlclose(library) bind(C)
      import
      type(c_ptr), value :: library
    end function
  end interface
  abstract interface
    integer(c_int) function exchange(value, image) bind(C)
      import
      integer(c_int), value :: value, image
    end function
  end interface
  integer, save :: own(5)[*]
  character(len=4000) :: path
  type(c_ptr) :: library
  procedure(exchange), pointer :: swap
  integer :: me, n, next, previous, turn

  me = this_image(); n = num_images()
  next = mod(me, n) + 1; previous = mod(me + n - 2, n) + 1
  if (any(numbers /= 7)) error stop 'an initial value of a library was lost'
  sync all
  own = me
  call fill(1000*me)
  if (number_of(3, next) /= 1000*next + 3) error stop 'a library reads another image'
  if (numbers(1000)[next] /= 1000*next + 1000) error stop 'the program reads the library''s'
  if (own(5)[next] /= next) error stop 'the program reads its own'
  if (nint(field(10)[next]) /= 1000*next) error stop 'what the library allocated'
  sync all
  numbers(2)[next] = -me
  event post (ready[next])
  event wait (ready)
  if (numbers(2) /= -previous) error stop 'a put into a library'

  call get_command_argument(1, path)
  do turn = 1, 2 ! what is closed stays
    library = dlopen(trim(path)//c_null_char, 2)
    if (.not. c_associated(library)) error stop 'dlopen'
    call c_f_procpointer(dlsym(library, 'exchange_opened'//c_null_char), swap)
    if (swap(10*me + turn, next) /= 4 + 10*me + turn + 10*previous + turn) error stop 'opened'
    if (dlclose(library) /= 0) error stop 'dlclose'
  end do
  sync all
  if (number_of(2, me) /= -previous .or. own(1) /= me) error stop 'afterwards'
  if (me == 1) print '(a)', 'all as it should be'
end program
