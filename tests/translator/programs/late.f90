! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Puts that may be late: one image writes and reads the same memory of another within a segment, in every order, and
! others check it after each kind of image control statement. Components that each image allocates lie in memory that
! is not mapped.
program late
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type
  implicit none
  type box
    integer, allocatable :: part(:)
    integer, pointer :: far(:, :) => null()
  end type box
  type(box) :: s[*]
  type(event_type) :: e[*]
  type(lock_type) :: l[*]
  integer :: c(40, 6)[*]
  integer :: me, right, left, i, k, faults
  integer, target :: field(30, 8)
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  left = merge(num_images(), me - 1, me == 1)
  allocate (s%part(5000))
  s%part = 0
  field = -1
  s%far => field
  c = 0
  faults = 0
  sync all
  ! a[2]= , =a[2], a[2]=, a[2]= : the last one wins, and each read sees the one before it.
  s[right]%part(1) = 10 + me
  call same('read after write', s[right]%part(1), 10 + me)
  s[right]%part(1) = 20 + me
  s[right]%part(1) = 30 + me
  call same('write after write', s[right]%part(1), 30 + me)
  s[right]%part(2:9) = [(i, i=1, 8)]
  s[right]%part(4:5) = 0
  s[right]%part(5) = 77
  call same('overlapping writes', sum(s[right]%part(2:9)), 36 - 3 - 4 + 77)
  ! Many small ones, more than are kept, and a long one over some of them.
  do i = 1, 3000
    s[right]%part(i) = i
  end do
  s[right]%part(1001:4000) = [(2*i, i=1001, 4000)]
  s[right]%part(4000) = -1
  call same('many', s[right]%part(1000) + s[right]%part(1001) + s[right]%part(4000), 1000 + 2002 - 1)
  sync all
  call same('sync all', s%part(999) + s%part(3999) + s%part(4000), 999 + 7998 - 1)
  sync all
  s[right]%part(5) = me
  c(1, 1)[right] = me
  event post (e[right])
  event wait (e)
  call same('event post', s%part(5) + c(1, 1), 2*left)
  s%part(7:8) = 0
  sync all
  do k = 1, 20 ! each takes its turn with the same element of image 1
    lock (l[1])
    i = s[1]%part(7)
    s[1]%part(7) = i + 1
    c(7, 1)[1] = c(7, 1)[1] + 1
    unlock (l[1])
  end do
  sync all
  call same('lock', s[1]%part(7) + c(7, 1)[1], 40*num_images())
  critical
    s[1]%part(8) = s[1]%part(8) + 1
  end critical
  sync all
  call same('critical', s[1]%part(8), num_images())
  s[right]%part(11) = me
  sync memory
  s[right]%part(12) = s[right]%part(11) + 1
  if (num_images() > 1) then
    if (num_images() == 2) then
      sync images (right)
    else
      sync images ([left, right])
    end if
    call same('sync images', s%part(11) + s%part(12), 2*left + 1)
  end if
  sync all
  ! Sections with all kinds of contiguous lengths, here and there.
  s[right]%far(:, 2) = c(1:30, 1)*0 + me
  s[right]%far(2:30:2, 3) = me
  s[right]%far(:, 4:5) = spread([(i, i=1, 30)], 2, 2) + me
  s[right]%far(3:7, 6:8) = reshape([(i, i=1, 15)], [5, 3])
  s[right]%far(1, :) = [(100*i, i=1, 8)]
  sync all
  call same('column', sum(field(2:, 2)), 29*left)
  call same('every second', sum(field(2:, 3)), 15*left - 14)
  call same('columns', sum(field(2:, 4:5)), 2*(464 + 29*left))
  call same('block', sum(field(3:7, 6:8)), 120)
  call same('row', sum(field(1, :)), 3600)
  call same('read back', sum(s[right]%far(3:7, 6:8)) + sum(s[right]%far(1, ::2)), 120 + 1600)
  sync all
  c(1:40:2, 6) = 7
  c(2:40:2, 6) = 8
  s[right]%part(100:139) = c(:, 6)
  s[right]%part(200:219) = c(1:40:2, 6)
  s[right]%part(300:338:2) = c(2:40:2, 6)
  sync all
  call same('from gaps', sum(s%part(100:139)) + sum(s%part(200:219)) + sum(s%part(300:338:2)), 300 + 140 + 160)
  s[right]%part(5000) = me ! nothing but the end of the program follows
  print '(a, 1x, i0, 1x, i0)', 'faults', me, faults

contains

  subroutine same(what, is, wanted)
    character(len=*), intent(in) :: what
    integer, intent(in) :: is, wanted
    if (is == wanted) return
    faults = faults + 1
    print '(3a, i0, a, i0, a, i0)', 'image ', what, ': ', me, ' has ', is, ' instead of ', wanted
  end subroutine same
end program late
