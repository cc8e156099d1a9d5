# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that delay one image on purpose, so that the cause of each wait is known.

The first lines say what is to be found:
    ! EXPECT pattern; mark of the line that waits; image that is waited for; mark of its line; part
The part is that of the delays, once for each image that waits: 2 of two. A mark is a comment at the
end of a line. An image that will wait says so by `here`, and the delay begins when it is there: by
memory that Arauto does not know.
"""

from __future__ import annotations

ROUNDS = 5
DELAY_S = 0.02
MODULE = """
module delays
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), pointer, volatile :: arrived(:) => null()
  interface
    integer(c_int) function c_open(name, flags) bind(c, name="open")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: flags
    end function
    type(c_ptr) function c_mmap(at, size, prot, flags, fd, offset) bind(c, name="mmap")
      import
      type(c_ptr), value :: at
      integer(c_size_t), value :: size
      integer(c_int), value :: prot, flags, fd
      integer(c_long), value :: offset
    end function
    integer(c_int) function c_usleep(us) bind(c, name="usleep")
      import
      integer(c_int), value :: us
    end function
  end interface
contains
  subroutine start
    integer(c_int) :: fd
    fd = c_open("delays.shared" // c_null_char, 2_c_int)
    if (fd < 0) error stop "there is no file delays.shared"
    call c_f_pointer(c_mmap(c_null_ptr, 4096_c_size_t, 3_c_int, 1_c_int, fd, 0_c_long), &
                     arrived, [64])
  end subroutine
  subroutine here
    if (.not. associated(arrived)) call start
    arrived(this_image()) = arrived(this_image()) + 1
  end subroutine
  subroutine delay(images, turn)
    integer, intent(in) :: images(:), turn
    integer(c_int) :: ignored
    integer :: i
    if (.not. associated(arrived)) call start
    do i = 1, size(images)
      do while (arrived(images(i)) < turn)
        ignored = c_usleep(100_c_int)
      end do
    end do
    ignored = c_usleep(20000_c_int) ! DELAY
  end subroutine
end module
"""
# Each is run on as many images as its name says.
PROGRAMS = {
    "post_2": """\
! EXPECT late post; WAIT; 1; POST; 1
program post
  use, intrinsic :: iso_fortran_env, only: event_type
  use delays
  type(event_type) :: came[*]
  real :: x(100)[*]
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      x(:)[2] = i
      call delay([2], i)
      event post (came[2]) ! POST
    else
      call here
      event wait (came) ! WAIT
    end if
  end do
end program
""",
    "notified_2": """\
! EXPECT late notified put; WAIT; 1; PUT; 1
program notified
  use arauto, only: notify_type
  use delays
  type(notify_type) :: came[*]
  real :: x(100)[*], y(100) = 1
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      call delay([2], i)
      x(:)[2, NOTIFY=came] = y ! PUT
    else
      call here
      notify wait (came) ! WAIT
    end if
  end do
end program
""",
    "count_4": """\
! EXPECT late post; WAIT; 4; POST; 1
! EXPECT late partner; BACK; 4; REPLY; 0
program count
  use, intrinsic :: iso_fortran_env, only: event_type
  use delays
  type(event_type) :: came[*]
  do i = 1, 5
    if (this_image() == 1) then
      call here
      event wait (came, until_count=3) ! WAIT
      sync images (*) ! BACK
    else
      if (this_image() == 4) call delay([1], i)
      event post (came[1]) ! POST
      sync images (*) ! REPLY
    end if
  end do
end program
""",
    "receiver_2": """\
! EXPECT late receiver; WAIT; 2; POST; 1
program receiver
  use, intrinsic :: iso_fortran_env, only: event_type
  use delays
  type(event_type) :: room[*], full[*]
  real :: x(100)[*]
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      call here
      event wait (room) ! WAIT
      x(:)[2] = i
      event post (full[2])
    else
      call delay([1], i)
      event post (room[1]) ! POST
      event wait (full)
    end if
  end do
end program
""",
    "imbalance_4": """\
! EXPECT imbalance; WAIT; 2; WAIT; 3
program imbalance
  use delays
  do i = 1, 5
    if (this_image() == 2) then
      call delay([1, 3, 4], i)
    else
      call here
    end if
    sync all ! WAIT
  end do
end program
""",
    "reduction_4": """\
! EXPECT imbalance; WAIT; 4; WAIT; 3
program reduction
  use delays
  real :: s = 1
  do i = 1, 5
    if (this_image() == 4) then
      call delay([1, 2, 3], i)
    else
      call here
    end if
    call co_sum(s) ! WAIT
  end do
end program
""",
    "team_4": """\
! EXPECT imbalance; WAIT; 3; WAIT; 1
program team
  use, intrinsic :: iso_fortran_env, only: team_type
  use delays
  type(team_type) :: half
  me = this_image()
  form team (1 + mod(me, 2), half)
  if (me == 1 .or. me == 3) then
    if (.not. associated(arrived)) call start
  end if
  change team (half)
    do i = 1, 5
      if (me == 3) call delay([1], i)
      if (me == 1) call here
      sync all ! WAIT
    end do
  end team
end program
""",
    "root_4": """\
! EXPECT late root; WAIT; 3; WAIT; 3
program root
  use delays
  real :: s = 1
  do i = 1, 5
    if (this_image() == 3) then
      call delay([1, 2, 4], i)
    else
      call here
    end if
    call co_broadcast(s, 3) ! WAIT
    sync all
  end do
end program
""",
    "early_2": """\
! EXPECT early root; WAIT; 2; WAIT; 1
program early
  use delays
  real :: s = 1
  do i = 1, 5
    if (this_image() == 2) call delay([1], i)
    if (this_image() == 1) call here
    call co_sum(s, 1) ! WAIT
    sync all
  end do
end program
""",
    "allocation_2": """\
! EXPECT imbalance; WAIT; 1; WAIT; 1
program allocation
  use delays
  real, allocatable :: x(:)[:]
  do i = 1, 5
    if (this_image() == 1) then
      call delay([2], i)
    else
      call here
    end if
    allocate (x(1000)[*]) ! WAIT
    deallocate (x)
  end do
end program
""",
    "pair_2": """\
! EXPECT late partner; WAIT; 1; SYNC; 1
program pair
  use delays
  real :: x(100)[*]
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      call delay([2], i)
      x(:)[2] = i
      sync images (2) ! SYNC
    else
      call here
      sync images (1) ! WAIT
    end if
  end do
end program
""",
    "pairs_4": """\
! EXPECT late partner; WAIT; 3; SYNC; 1
program pairs
  use delays
  real :: x(100)[*]
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      call here
      sync images ([2, 3, 4]) ! WAIT
    else
      if (this_image() == 3) call delay([1], i)
      x(this_image())[1] = i
      sync images (1) ! SYNC
    end if
  end do
end program
""",
    "needless_2": """\
! EXPECT needless rendezvous; WAIT; 2; SYNC; 1
program needless
  use delays
  real :: x(100)[*]
  sync all
  do i = 1, 5
    if (this_image() == 1) then
      x(mod(i, 2) + 1)[1] = i
      call here
      sync images (2) ! WAIT
    else
      call delay([1], i)
      sync images (1) ! SYNC
    end if
  end do
end program
""",
    "lock_4": """\
! EXPECT contention; LOCK; 1; UNLOCK; 3
program locks
  use, intrinsic :: iso_fortran_env, only: lock_type
  use delays
  type(lock_type) :: gate[*]
  do i = 1, 5
    if (this_image() == 1) then
      lock (gate[1])
      sync all
      call delay([2, 3, 4], i)
      unlock (gate[1]) ! UNLOCK
    else
      sync all
      call here
      lock (gate[1]) ! LOCK
      unlock (gate[1])
    end if
    sync all
  end do
end program
""",
    "all_meet_4": """\
! EXPECT imbalance; WAIT; 1; WAIT; 2
! EXPECT all meet; WAIT; 1; WAIT; 1
program meeting
  use delays
  real :: x(10)[*]
  me = this_image()
  sync all
  do i = 1, 5
    if (me == 1) then
      call delay([2, 3, 4], i)
    else
      call here
    end if
    x(mod(i, 2) + 1)[1 + mod(me, 4)] = i
    sync all ! WAIT
  end do
end program
""",
}
# On 2 images: calls that could be fewer, by the line of the mark.
#     ! HABIT habit; mark; calls; bytes; stride; mark of the post
HABITS = {
    "elements": """\
! HABIT element by element; PUT; 2000; 16000; 64; -
program elements
  real(8) :: x(8, 2000)[*]
  x = 0
  sync all
  if (this_image() == 1) then
    do i = 1, 2000
      x(3, i)[2] = i ! PUT
    end do
  end if
  sync all
  do i = 1, 999
    x(1, 1)[2] = i ! FEW
  end do
end program
""",
    "gets": """\
! HABIT serialised gets; GET; 20; 16000; 0; -
program gets
  real(8) :: x(100, 20)[*], y(100, 20)
  x = 1
  sync all
  if (this_image() == 1) then
    do i = 1, 20
      y(:, i) = x(:, 21 - i)[2] ! GET
    end do
  end if
  sync all
  y(:, 1) = x(:, 1)[2] ! ONE
  if (sum(y) < 0) stop 1
end program
""",
    "private": """\
! HABIT private memory; DONE; 50; 200; 0; -
program private
  type leads
    integer, pointer :: at(:)
  end type
  type(leads) :: x[*]
  integer, target :: mine(100)
  x%at => mine
  sync all
  if (this_image() == 1) then
    do i = 1, 50
      x[2]%at(i) = i
      sync memory ! DONE
    end do
  end if
  sync all
  if (this_image() == 2 .and. sum(mine(:50)) /= 1275) stop 1
end program
""",
    "posts": """\
! HABIT put then post; PUT; 50; 40000; 0; POST
program posts
  use, intrinsic :: iso_fortran_env, only: event_type
  type(event_type) :: came[*]
  real(8) :: x(100)[*]
  x = 0
  sync all
  do i = 1, 50
    if (this_image() == 1) then
      x(:)[2] = i ! PUT
      event post (came[2]) ! POST
    else
      event wait (came)
    end if
  end do
end program
""",
}
