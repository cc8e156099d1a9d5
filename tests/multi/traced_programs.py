# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of trace_test.py.

A program says by `! DELAY` where it delays, and by `! EXPECT` the cause to be found:
    ! EXPECT pattern; mark of the line that waits; image that is waited for; mark of its line
A mark is a comment at the end of a line.
"""

from __future__ import annotations

SLEEP = """
contains
  subroutine delay
    use, intrinsic :: iso_c_binding, only: c_int
    interface
      integer(c_int) function usleep(us) bind(c)
        import c_int
        integer(c_int), value :: us
      end function
    end interface
    integer(c_int) :: ignored
    ignored = usleep(20000_c_int)
  end subroutine
end program
"""
# Each is run on 4 images; the delays are those of ten rounds.
DELAYED = {
    "post": """\
! EXPECT late post; WAIT; 1; POST
program post
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  real :: x(100)[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      x(:)[2] = i
      call delay ! DELAY
      event post (came[2]) ! POST
    else if (this_image() == 2) then
      event wait (came) ! WAIT
    end if
  end do
""",
    "notified": """\
! EXPECT late notified put; WAIT; 3; PUT
program notified
  use arauto, only: notify_type
  implicit none
  type(notify_type) :: came[*]
  real :: x(100)[*], y(100) = 1
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 3) then
      call delay ! DELAY
      x(:)[1, NOTIFY=came] = y ! PUT
    else if (this_image() == 1) then
      notify wait (came) ! WAIT
    end if
  end do
""",
    "count": """\
! EXPECT late post; WAIT; 4; POST
program count
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      event wait (came, until_count=3) ! WAIT
      sync images (*)
    else
      if (this_image() == 4) call delay ! DELAY
      event post (came[1]) ! POST
      sync images (1)
    end if
  end do
""",
    "imbalance": """\
! EXPECT imbalance; WAIT; 2; WAIT
program imbalance
  implicit none
  integer :: i
  do i = 1, 10
    if (this_image() == 2) call delay ! DELAY
    sync all ! WAIT
  end do
""",
    "reduction": """\
! EXPECT imbalance; WAIT; 4; WAIT
program reduction
  implicit none
  integer :: i
  real :: s = 1
  do i = 1, 10
    if (this_image() == 4) call delay ! DELAY
    call co_sum(s) ! WAIT
  end do
""",
    "team": """\
! EXPECT imbalance; WAIT; 3; WAIT
program team
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: half
  integer :: i, me
  me = this_image()
  form team (1 + mod(me, 2), half)
  change team (half)
    do i = 1, 10
      if (me == 3) call delay ! DELAY
      sync all ! WAIT
    end do
  end team
""",
    "root": """\
! EXPECT late root; WAIT; 3; WAIT
program root
  implicit none
  integer :: i
  real :: s = 1
  do i = 1, 10
    if (this_image() == 3) call delay ! DELAY
    call co_broadcast(s, 3) ! WAIT
    sync all
  end do
""",
    "allocation": """\
! EXPECT imbalance; WAIT; 1; WAIT
program allocation
  implicit none
  real, allocatable :: x(:)[:]
  integer :: i
  do i = 1, 10
    if (this_image() == 1) call delay ! DELAY
    allocate (x(1000)[*]) ! WAIT
    deallocate (x)
  end do
""",
}
CHAIN = """\
program chain
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  sync all
  do i = 1, 10
    if (this_image() == 1) then
      call delay ! DELAY
    else
      event wait (came) ! WAIT
    end if
    if (this_image() < num_images()) then
      event post (came[this_image() + 1]) ! POST
    end if
  end do
"""
COUNTED = """\
program counted
  use, intrinsic :: iso_fortran_env, only: event_type, atomic_int_kind
  implicit none
  type(event_type) :: came[*]
  integer(atomic_int_kind) :: n[*] = 0
  real(8) :: x(100)[*], y = 0
  integer :: i, other
  x = 0
  other = merge(1, this_image() + 1, this_image() == num_images())
  sync all
  do i = 1, 1000
    x(3)[other] = i ! PUT
    y = y + x(4)[other] ! GET
    x(1:99:2)[other] = y ! SECTION
    call atomic_add(n[other], 1) ! ATOMIC
    event post (came[other]) ! POST
    event wait (came) ! WAIT
  end do
  sync all ! END
end program
"""
IN_C = """\
#include <arauto/arauto.h>
#include <unistd.h>
int main(void) {
    arauto_segment_h segment;
    arauto_notify_h notify;
    arauto_slot_t slot;
    double value = 1;
    if (arauto_init() < 0 || arauto_segment_allocate(arauto_team_world(), 64, &segment) < 0 ||
        arauto_notify_create(arauto_team_world(), 1, &notify) < 0 ||
        arauto_notify_slot(notify, 0, &slot) < 0) {
        return 1;
    }
    for (int i = 0; i < 10; ++i) {
        if (arauto_rank() == 0) {
            usleep(20000); // DELAY
            arauto_put_notify(segment, 1, 0, &value, sizeof value, slot); // PUT
        } else {
            arauto_notify_wait(notify, 0, 1); // WAIT
        }
    }
    return arauto_finalize() < 0;
}
"""
# Each line is called TIMES times by both ranks; the second one comes late to each FENCE.
TIMES = 10
WITH_EPOCHS = f"""\
#include <arauto/arauto.h>
#include <unistd.h>
static void check(arauto_status_t status) {{
    if (status < 0) {{
        arauto_error_stop(1, arauto_last_error());
    }}
}}
int main(void) {{
    arauto_segment_h segment;
    arauto_epochs_h epochs;
    arauto_board_h board;
    arauto_request_t request;
    arauto_match_t match;
    const double value = 1;
    const arauto_atomic_op_t add = ARAUTO_ATOMIC_ADD;
    check(arauto_init());
    const arauto_team_h world = arauto_team_world();
    const int other = 1 - arauto_rank();
    check(arauto_segment_allocate(world, 64, &segment));
    check(arauto_epochs_create(world, &epochs));
    check(arauto_board_create(world, 0, &board));
    for (int i = 0; i < {TIMES}; ++i) {{
        check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOPRECEDE, NULL)); // OPEN
        check(arauto_epoch_put(epochs, other, segment, 0, &value, sizeof value, NULL)); // PUT
        check(arauto_epoch_fetch(epochs, other, segment, 8, 8, add, 1, NULL, NULL)); // ADD
        if (other == 0) {{
            usleep(20000);
        }}
        check(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL)); // FENCE
        check(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, other, 0, NULL)); // LOCK
        check(arauto_epoch_unlock(epochs, other, &request)); // UNLOCK
        check(arauto_request_wait(&request)); // REQUEST
        check(arauto_put_tagged(segment, other, 16, &value, sizeof value, board, 7)); // TAGGED
        check(arauto_board_wait(board, other, 7, 1, &match)); // BOARD
    }}
    check(arauto_finalize());
    return 0;
}}
"""
HANGS = """\
program hangs
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  integer :: i
  do i = 1, 100
    sync all
  end do
  event wait (came) ! NEVER
end program
"""
