! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Whole objects of types with allocatable components, read from another image and written to it; and statements that
! gfortran up to 14 compiles wrongly or not at all.
module whole_types
  implicit none
  type :: row
    integer, allocatable :: c(:)
    integer :: k = 0
  end type
  type :: table
    type(row), allocatable :: rows(:)
    real(8), allocatable :: grid(:, :)
    character(3) :: name = ''
  end type
contains
  subroutine fill_row(r, seed)
    type(row), intent(inout) :: r
    integer, intent(in) :: seed
    r%c = [seed, seed + 1, seed + 2]
    r%k = seed
  end subroutine
  subroutine fill_table(t, seed)
    type(table), intent(inout) :: t
    integer, intent(in) :: seed
    integer :: i
    allocate (t%rows(4))
    do i = 1, 4
      call fill_row(t%rows(i), seed + 10 * i)
    end do
    t%grid = reshape([(real(seed + i, 8), i = 1, 6)], [2, 3])
    t%name = 'abc'
  end subroutine
end module whole_types

program whole
  use whole_types
  implicit none
  type(row) :: p[*], q(3)[*]
  type(table) :: t[*]
  integer :: x(4, 6)[*], a(9)[*]
  character(5) :: text[*]
  character(8) :: word
  integer :: me, next, before, i, code, v(4)

  me = this_image()
  next = mod(me, num_images()) + 1
  before = mod(me + num_images() - 2, num_images()) + 1
  call fill_row(p, 100 * me)
  call fill_table(t, 1000 * me)
  do i = 1, 3
    call fill_row(q(i), 100 * me + 10 * i)
  end do
  sync all
  call read_whole()
  sync all
  call write_whole()
  sync all
  call other_statements()
  sync all

contains

  subroutine read_whole()
    type(row) :: y, many(3)
    type(table) :: all
    y = p[next]
    call check(size(y%c) == 3 .and. all_are(y%c, 100 * next) .and. y%k == 100 * next, 'an object')
    y%c = 0 ! of this image alone
    many(:) = q(:)[next]
    do i = 1, 3
      call check(all_are(many(i)%c, 100 * next + 10 * i), 'an array of objects')
    end do
    all = t[next]
    call check(size(all%rows) == 4 .and. all%name == 'abc', 'an object with objects')
    call check(all_are(all%rows(3)%c, 1000 * next + 30), 'objects in it')
    call check(all%grid(2, 3) == 1000 * next + 6, 'an array in it')
    sync all
    call check(all_are(p%c, 100 * me), 'the object that was read')
  end subroutine

  subroutine write_whole()
    type(row) :: y, many(3)
    type(table) :: all
    call fill_row(y, -me)
    call fill_table(all, -1000 * me)
    do i = 1, 3
      call fill_row(many(i), 7 * me + i)
    end do
    p[next] = y
    q(1:3)[next] = many
    t[next] = all
    y%c = 0
    sync all
    call check(all_are(p%c, -before) .and. p%k == -before, 'an object that was put')
    do i = 1, 3
      call check(all_are(q(i)%c, 7 * before + i), 'an array of objects that was put')
    end do
    call check(all_are(t%rows(4)%c, -1000 * before + 40), 'objects in one that was put')
    call check(t%grid(1, 2) == -1000 * before + 3, 'an array in one that was put')
  end subroutine

  subroutine other_statements()
    x = me
    a = [(10 * me + i, i = 1, 9)]
    text = 'xxxxx'
    sync all
    v = [5, 3, 1, 2]
    x(:, v(1:3:2))[next] = -me
    word = 'lengthy'
    text[next] = word(2:4)
    i = next
    call check(sum(a(v(1:4:3))[i]) == 20 * next + 7, 'a strided vector in an expression')
    a(1)[next, stat=code] = 5
    call check(code == 0, 'stat= of a put')
    q(2)[next]%c(2:3) = a(8:9)[next]
    q(:)[next]%k = 77
    sync all
    call check(all(x(:, [1, 5]) == -before) .and. all(x(:, 2:4) == me), 'a put by a strided vector')
    call check(text == 'eng' .and. a(1) == 5, 'a substring')
    call check(all(q(2)%c(2:3) == 10 * me + [8, 9]) .and. all(q%k == 77), 'a transfer and a component of all')
    sync all
    text[next] = ''
    sync all
    call check(text == '', 'an empty text')
  end subroutine

  logical function all_are(c, seed)
    integer, intent(in) :: c(:), seed
    all_are = all(c == [seed, seed + 1, seed + 2])
  end function

  subroutine check(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) then
      print '(a, i0, 2a)', 'image ', me, ': wrong: ', what
      error stop 1
    end if
  end subroutine
end program whole
