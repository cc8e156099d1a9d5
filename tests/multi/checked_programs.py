# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The programs of check_test.py. A comment at the end of a line is the mark of that line."""

from __future__ import annotations

HALO = """\
program heat
  implicit none
  real(8) :: halo(10)[*]
  real(8), allocatable :: big(:)
  integer :: right, step
  real(8) :: s
  right = merge(1, this_image() + 1, this_image() == num_images())
  allocate (big(10))
  big = this_image()
  s = 0
  halo = 0
  sync all ! START
  do step = 1, 20
    halo(1:10)[right] = big(1:10) ! PUT
    {before}
    s = s + sum(halo) ! SUM
    {behind}
  end do
  if (s < 0) print *, s
end program
"""

IN_C = """\
#include <arauto/arauto.h>
#include <stdio.h>

int main(void) {
    arauto_init();
    const arauto_team_h world = arauto_team_world();
    const int right = (arauto_team_rank(world) + 1) % arauto_team_size(world);
    arauto_segment_h segment;
    arauto_segment_allocate(world, 80, &segment);
    volatile double* x = arauto_segment_base(segment);
    double values[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, sum = 0;
    arauto_team_barrier(world);
    for (int step = 0; step < 20; ++step) {
        arauto_put(segment, right, 0, values, sizeof values); // PUT
        BETWEEN
        for (int i = 0; i < 10; ++i) {
            sum += x[i]; // SUM
        }
        BETWEEN
    }
    return sum < 0;
}
"""

# Every atomic of C that the compiler sends to the archive, each against a value worked out here.
ATOMICS = """\
#include <arauto/arauto.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition) \\
    do { \\
        if (!(condition)) { \\
            fprintf(stderr, "line %d: " #condition "\\n", __LINE__); \\
            exit(3); \\
        } \\
    } while (0)

#define TEST(TYPE) \\
    do { \\
        static _Atomic TYPE x; \\
        TYPE expected = 5; \\
        atomic_store(&x, (TYPE)7); \\
        EXPECT(atomic_load(&x) == 7); \\
        EXPECT(atomic_exchange(&x, (TYPE)12) == 7); \\
        EXPECT(atomic_fetch_add(&x, (TYPE)3) == 12); \\
        EXPECT(atomic_fetch_sub(&x, (TYPE)1) == 15); \\
        EXPECT(atomic_fetch_and(&x, (TYPE)10) == 14); \\
        EXPECT(atomic_fetch_or(&x, (TYPE)5) == 10); \\
        EXPECT(atomic_fetch_xor(&x, (TYPE)1) == 15); \\
        EXPECT(__atomic_fetch_nand((TYPE*)&x, (TYPE)6, __ATOMIC_SEQ_CST) == 14); \\
        EXPECT(atomic_load(&x) == (TYPE)~(TYPE)6); \\
        atomic_store(&x, (TYPE)7); \\
        EXPECT(!atomic_compare_exchange_strong(&x, &expected, (TYPE)9) && expected == 7); \\
        EXPECT(atomic_compare_exchange_strong(&x, &expected, (TYPE)9)); \\
        expected = 9; \\
        while (!atomic_compare_exchange_weak(&x, &expected, (TYPE)11)) { \\
        } \\
        EXPECT(atomic_load(&x) == 11); \\
    } while (0)

int main(void) {
    arauto_init();
    TEST(uint8_t);
    TEST(uint16_t);
    TEST(uint32_t);
    TEST(uint64_t);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    arauto_finalize();
    return 0;
}
"""

# Long assignments of constant shape become calls, which are seen; `{count}` elements.
WHOLE = """\
program whole
  implicit none
  real(8) :: a({count})[*], b(2)
  b = 1
  sync all
  if (this_image() == 1) then
    a = 0 ! COPY
  else
    b(1:2) = a(1:2)[1] ! GET
  end if
  if (b(1) < 0) print *, b(1)
end program
"""

# A sum, and with it an order where the option `co` says so.
SUMMED = """\
program summed
  implicit none
  integer :: x[*], total
  x = 0
  sync all
  if (this_image() == 1) x[2] = 7
  total = 1
  call co_sum(total)
  if (this_image() == 2) total = x
  sync all
  if (total < 0) error stop
end program
"""

UNWRITTEN = """\
program unwritten
  implicit none
  real(8), allocatable :: x(:)[:], y(:)[:]
  real(8) :: seen(4)
  allocate (x(4)[*], y(4)[*])
  y = 1
  sync all
  if (this_image() == 1) then
    seen = y(:)[2]
    seen = x(:)[2] ! READ
    if (seen(1) > 1e300_8) error stop
  end if
  sync all
end program
"""

# Image 1 writes ahead of its lock and image 2 reads behind its own, which orders them only where
# image 1 has had the lock first, as it nearly always has.
LUCKY = """\
program lucky
  use, intrinsic :: iso_fortran_env
  implicit none
  type(lock_type) :: lock[*]
  integer :: x(400)[*], round, seen
  x = 0
  seen = 0
  sync all
  do round = 1, 400
    if (this_image() == 1) then
      x(round) = 1 ! WRITE
      lock (lock[1])
      unlock (lock[1])
    else
      call pass_time()
      lock (lock[1])
      unlock (lock[1])
      seen = seen + x(round)[1] ! READ
    end if
    sync all
  end do
  if (seen > 400) error stop
contains
  subroutine pass_time()
    integer(8) :: start, now, rate
    call system_clock(start, rate)
    do
      call system_clock(now)
      if (now - start > rate / 50000) exit
    end do
  end subroutine
end program
"""
