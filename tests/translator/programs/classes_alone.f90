! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Parts of several polymorphic elements, whose dynamic type gives their distance: of dummies, of allocatable components,
! and behind CLASS IS of deeper types; as coindexed objects, and as this image's side of a transfer.
module classes_m
  implicit none
  type base
    integer :: id = 0
    real(8) :: x = 0
  end type
  type, extends(base) :: middle
    integer :: tag(3) = 0
    character(len=4) :: name = ''
  end type
  type, extends(middle) :: last
    real :: w = 0
    type(base) :: part
  end type
  type holder
    integer :: n = 0
    class(base), allocatable :: list(:)
  end type
contains
  subroutine shapes(list, next, who, faults)
    class(base), intent(inout) :: list(:)[*]
    integer, intent(in) :: next, who
    integer, intent(inout) :: faults
    integer :: i, ids(3)
    real(8) :: xs(2), both(3)
    character(len=4) :: names(2)
    type(base) :: few(2)
    real(8), save :: buffer(2)[*]
    ids = list(1:3)[next]%id
    call check(all(ids == [(10*next + i, i = 1, 3)]), 'ids')
    xs = list(1:3:2)[next]%x
    call check(all(xs == [next + 0.25d0, next + 0.75d0]), 'xs')
    call check(sum(list(:)[next]%x) == 4*next + 2.5d0, 'sum')
    call check(all(list([4, 1])[next]%id == [10*next + 4, 10*next + 1]), 'vector')
    ids = list(3:1:-1)[next]%id + 1
    call check(all(ids == [(10*next + i + 1, i = 3, 1, -1)]), 'backwards')
    both(1) = maxval(list(2:)[next]%x)
    call check(both(1) == next + 1, 'max')
    call check(size(list(2:3)[next]%id) == 2, 'size')
    both = list(1:3)[next]%id
    call check(all(both == [(10*next + i, i = 1, 3)]), 'converted')
    if (any(list(:)[next]%id < 10*next)) call check(.false., 'if')
    sync all
    list(2:4)[next]%x = [1, 2, 3]*who
    list(1:3:2)[next]%id = -who
    sync all
    call check(all(list%x == [who + 0.25d0, (i*1d0*before(who), i = 1, 3)]), 'put')
    call check(all(list(1:3:2)%id == -before(who)) .and. all(list(2:4:2)%id == 10*who + [2, 4]), 'put one')
    sync all
    list(1:3:2)%x = [who, who + 1]
    buffer(1:2)[next] = list(1:3:2)%x
    sync all
    call check(all(buffer == before(who) + [0, 1]), 'parts as a value')
    list(2:4:2)%x = buffer(1:2)[next]
    call check(all(list(2:4)%x == [who, who + 1, who + 1]), 'parts as a target')
    sync all
    buffer(1) = 0
    list(4:1:-2)%x = buffer(:)[who]
    call check(all(list(4:1:-2)%x == [0, before(who) + 1]), 'parts backwards')
    sync all
    select type (list)
    type is (base)
      call check(.true., '')
    class is (last)
      names = list(2:3)[next]%name
      call check(all(names == 'last'), 'names')
      names = list([1, 4])[next]%name(1:2)
      call check(all(names == 'la'), 'substring')
      ids(1:2) = list(1:2)[next]%tag(2)
      call check(all(ids(1:2) == next), 'tag')
      call check(all(list(2)[next]%tag == [0, next, 0]), 'tags')
      few = list(3:4)[next]%part
      call check(all(few%id == next + [3, 4]), 'part')
      call check(all(list(3:4)[next]%part%id == next + [3, 4]), 'part id')
      sync all
      list(3:4)[next]%w = 2*who
      list(1:2)[next]%part = [base(who, 1), base(who + 1, 2)]
      list(2:3)[next]%name = ['abcd', 'efgh']
      list(4)[next]%base = base(77, who)
      sync all
      call check(all(list(3:4)%w == 2*before(who)), 'w')
      call check(all(list(1:2)%part%id == before(who) + [0, 1]), 'put part')
      call check(list(2)%name == 'abcd' .and. list(3)%name == 'efgh', 'put name')
      call check(list(4)%id == 77 .and. list(4)%x == before(who), 'parent')
    class is (middle)
      names = list(2:3)[next]%name
      call check(all(names == 'midd'), 'names of the middle')
      ids(1:2) = list(1:2)[next]%tag(2)
      call check(all(ids(1:2) == next), 'tag of the middle')
      sync all
      sync all
    class default
      call check(.false., 'type')
    end select
    sync all
  contains
    integer function before(image)
      integer, intent(in) :: image
      before = merge(num_images(), image - 1, image == 1)
    end function
    subroutine check(is_right, what)
      logical, intent(in) :: is_right
      character(len=*), intent(in) :: what
      if (is_right) return
      faults = faults + 1
      print *, 'image', who, ': ', what, ' is wrong'
    end subroutine
  end subroutine
  subroutine fill(list, me)
    class(base), intent(inout) :: list(:)
    integer, intent(in) :: me
    integer :: i
    do i = 1, size(list)
      list(i)%id = 10*me + i
      list(i)%x = me + 0.25d0*i
      select type (one => list(i))
      class is (last)
        one%name = 'last'
        one%tag(2) = me
        one%part%id = me + i
      class is (middle)
        one%name = 'midd'
        one%tag(2) = me
      end select
    end do
  end subroutine
end module

program classes_alone
  use classes_m
  implicit none
  class(base), allocatable :: a[:], list(:)[:]
  type(middle) :: fixed(4)[*]
  type(holder) :: h[*]
  integer :: me, next, faults = 0, ids(2)
  real(8) :: xs(3)
  me = this_image()
  next = mod(me, num_images()) + 1
  allocate (middle :: list(4)[*])
  call fill(list, me)
  sync all
  call shapes(list, next, me, faults)
  deallocate (list)
  allocate (last :: list(4)[*])
  call fill(list, me)
  sync all
  call shapes(list, next, me, faults)
  call fill(fixed, me)
  sync all
  call shapes(fixed, next, me, faults)
  allocate (last :: h%list(3 + me))
  call fill(h%list, me)
  sync all
  ids = h[next]%list(2:3)%id
  if (any(ids /= 10*next + [2, 3])) then
    faults = faults + 1
    print *, 'component', ids
  end if
  xs = h[next]%list(3:1:-1)%x*2
  if (any(xs /= 2*next + [1.5d0, 1d0, 0.5d0])) then
    faults = faults + 1
    print *, 'component', xs
  end if
  sync all
  h[next]%list(1:3:2)%id = me
  sync all
  ids = h%list(1:3:2)%id
  if (any(ids /= merge(num_images(), me - 1, me == 1))) then
    faults = faults + 1
    print *, 'put into component', ids
  end if
  sync all
  allocate (last :: a[*])
  a%id = me
  select type (a)
  class is (middle)
    a%tag = me
    sync all
    if (any(a[next]%tag /= next)) faults = faults + 1
  end select
  sync all
  deallocate (a)
  call co_sum(faults)
  if (me == 1 .and. faults == 0) print '(a)', 'all as it should be'
end program
