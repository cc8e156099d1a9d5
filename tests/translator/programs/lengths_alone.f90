! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Components that each image allocates for its part of a coarray, of all lengths: data written by others arrives,
! wherever the memory is and however often it was allocated before, and a second access finds a component that has
! moved.
program lengths_alone
  use, intrinsic :: iso_fortran_env, only: event_type, int8
  implicit none
  type box
    integer(int8), allocatable :: bytes(:)
    integer, allocatable :: one
    integer, pointer :: far(:) => null()
    integer :: n = 0
  end type box
  integer, parameter :: lengths(*) = [1, 7, 8, 9, 24, 25, 100, 1000, 4096, 8192, 65519, 70000, 131063, 131064, &
                                      131072, 1048575, 1048576, 1048577, 1500000]
  type(box) :: s[*]
  type(box), allocatable :: many(:)[:]
  type(event_type) :: ready[*]
  integer(int8), allocatable :: own(:)
  integer :: me, right, left, i, k, m, round, ierr, faults[*]
  integer, target :: field(10)
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  faults = 0
  allocate (many(24)[*])

  do i = 1, size(lengths)
    m = lengths(i)
    allocate (s%bytes(m), stat=ierr)
    s%bytes = -1_int8
    sync all
    s[right]%bytes(:) = [(int(mod(k + me, 100), int8), k=1, m)]
    s[right]%bytes(m) = int(me, int8)
    sync all
    call same('filled', count(s%bytes(:m - 1) /= [(int(mod(k + left, 100), int8), k=1, m - 1)]), 0)
    call same('last', int(s%bytes(m)), left)
    call same('read', int(s[right]%bytes(m)), me)
    sync all
    deallocate (s%bytes)
  end do

  ! Many at a time, of changing lengths, so that memory is given back and given again in every order.
  do round = 1, 30
    do i = 1, size(many)
      if (allocated(many(i)%bytes) .and. mod(round*i, 3) == 0) deallocate (many(i)%bytes)
      if (.not. allocated(many(i)%bytes)) allocate (many(i)%bytes(mod(round*i*i*37*me, 9000) + 1))
      allocate (many(i)%one)
    end do
    sync all
    do i = 1, size(many)
      many(i)[right]%bytes(:) = int(i, int8)
      many(i)[right]%one = 100*me + i
    end do
    sync all
    do i = 1, size(many)
      call same('one of many', count(many(i)%bytes /= i), 0)
      call same('single', many(i)%one, 100*left + i)
      deallocate (many(i)%one)
    end do
    sync all
  end do

  ! More than a small heap has room for, all at once.
  do i = 1, size(many)
    if (allocated(many(i)%bytes)) deallocate (many(i)%bytes)
    allocate (many(i)%bytes(1048576))
    many(i)%bytes = 0_int8
  end do
  sync all
  do i = 1, size(many)
    many(i)[right]%bytes(1:1000) = int(i, int8)
    many(i)[right]%bytes(1047577:) = int(i + 1, int8)
  end do
  sync all
  do i = 1, size(many)
    call same('hoard', sum(int(many(i)%bytes)), 1000*(2*i + 1))
    deallocate (many(i)%bytes)
  end do
  sync all

  ! It moves between two accesses, in ways that only image control announces to the accessing image.
  do i = 1, 20
    if (allocated(s%bytes)) deallocate (s%bytes)
    allocate (s%bytes(100*i))
    s%bytes = 0_int8
    event post (ready[left])
    event wait (ready)
    s[right]%bytes(1) = int(i, int8)
    s[right]%bytes(100*i) = int(i + 1, int8)
    sync all
    call same('moved', int(s%bytes(1)) + int(s%bytes(100*i)), 2*i + 1)
    s%bytes = [integer(int8) :: s%bytes, s%bytes] ! it grows as the compiler has it
    sync all
    call same('size', size(s[right]%bytes), 200*i)
    s[right]%bytes(200*i) = int(i + 2, int8)
    sync all
    call same('grown', int(s%bytes(200*i)), i + 2)
    call move_alloc(s%bytes, own)
    call same('taken out', int(own(200*i)), i + 2)
    allocate (s%bytes(i))
    sync all
    s[right]%bytes(i) = 7_int8
    sync all
    call same('another', int(s%bytes(i)), 7)
    call move_alloc(own, s%bytes)
    sync all
    s[right]%bytes(2) = 9_int8
    sync all
    call same('put in', int(s%bytes(2)) + int(s%bytes(200*i)), 9 + i + 2)
    sync all
  end do

  ! This image's own may change within a segment.
  do i = 1, 5
    deallocate (s%bytes)
    allocate (s%bytes(10*i), source=int(i, int8))
    s[me]%bytes(1) = 3_int8
    call same('own', sum(int(s[me]%bytes)), 3 + i*(10*i - 1))
  end do
  field = 0
  s%far => field
  sync all
  s[right]%far(3) = me
  sync all
  allocate (s%far(20))
  s%far = 0
  sync all
  s[right]%far(20) = me
  sync all
  call same('pointer', s%far(20) + field(3), 2*left)
  deallocate (s%far)
  sync all
  if (me == 1) then
    do i = 2, num_images()
      faults = faults + faults[i]
    end do
    if (faults == 0) print '(a)', 'all as it should be'
  end if
  sync all
  if (faults > 0) error stop 1

contains

  subroutine same(what, is, wanted)
    character(len=*), intent(in) :: what
    integer, intent(in) :: is, wanted
    if (is == wanted) return
    faults = faults + 1
    if (faults < 10) print '(3a, i0, a, i0, a, i0)', 'image ', what, ': ', me, ' has ', is, ' instead of ', wanted
  end subroutine same
end program lengths_alone
