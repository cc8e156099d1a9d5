! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Components of components, allocated by the names of ASSOCIATE and dummies, with SOURCE= and MOLD=, beside coarrays and
! in statements that fail; and objects that are fetched as a whole in a segment that has changed them.
module boxes
  implicit none
  type leaf
    real(8), allocatable :: v(:)
    integer :: id = 0
  end type leaf
  type box
    type(leaf), allocatable :: leaves(:)
    type(leaf) :: inner
    character(len=:), allocatable :: text
    integer :: n = 0
  end type box
  type(box), allocatable :: s(:)[:]
contains
  subroutine grow(x, n)
    type(box), intent(inout) :: x[*]
    integer, intent(in) :: n
    if (.not. allocated(x%inner%v)) allocate (x%inner%v(n))
    x%inner%v = n
  end subroutine grow
end module boxes

program components_alone
  use boxes
  implicit none
  type(box) :: one
  type(leaf), allocatable :: model(:)
  real(8), allocatable :: extra(:)[:]
  integer :: me, right, left, i, k, ierr, faults[*]
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  faults = 0
  allocate (s(2)[*])
  sync all
  do k = 1, 2
    allocate (s(k)%leaves(3))
    associate (all => s(k)%leaves, in => s(k)%inner)
      do i = 1, 3
        allocate (all(i)%v(10*i*me))
        all(i)%v = 0
      end do
      call same(allocated(in%v), .false.)
    end associate
    call grow(s(k), 5*k)
  end do
  sync all
  do i = 1, 3
    s(1)[right]%leaves(i)%v(10*i*right) = 1000*me + i
    s(1)[right]%leaves(i)%id = i
    s(2)[right]%inner%v(10) = me
  end do
  sync all
  do i = 1, 3
    call same(int(s(1)%leaves(i)%v(10*i*me)) == 1000*left + i, .true.)
    call same(s(1)%leaves(i)%id == i .and. int(s(2)%inner%v(10)) == left, .true.)
  end do
  sync all
  allocate (model(4))
  do i = 1, 4
    allocate (model(i)%v(i), source=real(i, 8))
  end do
  deallocate (s(1)%leaves)
  allocate (s(1)%leaves, source=model)
  deallocate (s(1)%inner%v)
  allocate (extra(7)[*], s(1)%inner%v(7))
  allocate (character(len=12) :: s(2)%text)
  deallocate (s(2)%leaves, stat=ierr)
  allocate (s(2)%leaves(2), mold=model(:2), stat=ierr)
  if (ierr == 0) allocate (s(2)%leaves(1)%v(2), stat=ierr)
  call same(ierr == 0, .true.)
  allocate (s(2)%leaves(2), stat=ierr)
  call same(ierr /= 0, .true.)
  s(2)%text = 'from image ' // achar(iachar('0') + me)
  sync all
  s(1)[right]%leaves(4)%v(4) = 44 + me
  s(1)[right]%inner%v(7) = me
  s(2)[right]%leaves(1)%v(2) = me
  call same(s(2)[right]%text == 'from image ' // achar(iachar('0') + right), .true.)
  ! As a whole, in the segment that has changed it and knows where its components are.
  s(2)[right]%n = 5 + me
  one = s(2)[right]
  call same(one%n == 5 + me .and. int(one%leaves(1)%v(2)) == me, .true.)
  s(2)[right]%n = 6 + me
  one = s(2)[right]
  call same(one%n == 6 + me .and. size(one%inner%v) == 10, .true.)
  sync all
  call same(int(s(1)%inner%v(7)) == left, .true.)
  call same(int(s(1)%leaves(4)%v(4)) == 44 + left .and. all(int(s(1)%leaves(3)%v) == 3), .true.)
  sync all
  call leave(s(1)%leaves) ! as a plain variable it is deallocated elsewhere
  call same(allocated(s(1)%leaves), .false.)
  sync all
  if (faults == 0 .and. me == 1) then
    do i = 2, num_images()
      faults = faults + faults[i]
    end do
    if (faults == 0) print '(a)', 'all as it should be'
  end if
  sync all
  if (faults > 0) error stop 1

contains

  subroutine same(is, wanted)
    logical, intent(in) :: is, wanted
    if (is .neqv. wanted) faults = faults + 1
  end subroutine same

  subroutine leave(x)
    type(leaf), allocatable, intent(inout) :: x(:)
    type(leaf), allocatable :: mine(:)
    call move_alloc(x, mine)
    call same(size(mine) == 4, .true.)
  end subroutine leave
end program components_alone
