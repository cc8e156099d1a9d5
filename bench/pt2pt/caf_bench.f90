! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! One-sided operations of stock coarray Fortran, timed; the same source for every coarray library. Image 1 prints lines
! "name bytes value": nanoseconds, or GB/s for put and get. With more than two images only what scales is measured.
!
!   caf_bench SECONDS-PER-CASE [largest size in bytes]
program caf_bench
  use, intrinsic :: iso_fortran_env, only: int64, real64, event_type, lock_type, atomic_int_kind
  implicit none
  integer, parameter :: strided_length = 512
  type(event_type) :: ping[*], pong[*]
  type(lock_type) :: mutex[*]
  integer(atomic_int_kind) :: counter[*]
  real(real64) :: scalar[*], wide(2 * strided_length)[*]
  real(real64), allocatable :: buffer(:)[:]
  real(real64), allocatable :: local(:)
  real(real64) :: seconds
  integer(int64) :: largest
  integer :: me, n, other
  character(len=32) :: word

  me = this_image()
  n = num_images()
  other = merge(2, 1, me == 1)
  seconds = 0.05_real64
  largest = 16_int64 * 1024 * 1024
  if (command_argument_count() >= 1) then
    call get_command_argument(1, word)
    read (word, *) seconds
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, word)
    read (word, *) largest
  end if
  call bench_sync_all()
  call bench_co_sum()
  if (n == 2) then
    call bench_put_event()
    call bench_event_post_wait()
    call bench_sync_images()
    call bench_atomic_add()
    call bench_lock()
    call bench_strided()
    call bench_vector()
    call bench_allocate()
    call bench_put_get()
  end if

contains

  function clock() result(t)
    real(real64) :: t
    integer(int64) :: ticks, rate
    call system_clock(ticks, rate)
    t = real(ticks, real64) / real(rate, real64)
  end function clock

  subroutine report(name, bytes, value)
    character(*), intent(in) :: name
    integer(int64), intent(in) :: bytes
    real(real64), intent(in) :: value
    if (me == 1) print '(a,1x,i0,1x,f0.4)', name, bytes, value
  end subroutine report

  ! How often to repeat something that took `elapsed` for `tried` repetitions; the same on all images.
  function repetitions(tried, elapsed) result(count)
    integer, intent(in) :: tried
    real(real64), intent(in) :: elapsed
    integer :: count
    count = max(10, min(2000000, int(seconds / max(elapsed / tried, 1.0e-9_real64))))
    call co_broadcast(count, 1)
  end function repetitions

  subroutine bench_put_event()
    integer :: count, pass
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      call exchange(count)
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report('put_event', 8_int64, t / count / 2 * 1.0e9_real64)
  end subroutine bench_put_event

  subroutine exchange(count)
    integer, intent(in) :: count
    integer :: i
    real(real64) :: value   ! of the type that is put: a conversion is no part of a put
    do i = 1, count
      value = i
      if (me == 1) then
        scalar[2] = value
        event post (ping[2])
        event wait (pong)
      else
        event wait (ping)
        scalar[1] = value
        event post (pong[1])
      end if
    end do
  end subroutine exchange

  subroutine bench_event_post_wait()
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      do i = 1, count
        if (me == 1) then
          event post (ping[2])
          event wait (pong)
        else
          event wait (ping)
          event post (pong[1])
        end if
      end do
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report('event_post_wait', 0_int64, t / count / 2 * 1.0e9_real64)
  end subroutine bench_event_post_wait

  subroutine bench_sync_images()
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      do i = 1, count
        sync images (other)
      end do
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report('sync_images', 0_int64, t / count * 1.0e9_real64)
  end subroutine bench_sync_images

  subroutine bench_sync_all()
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      do i = 1, count
        sync all
      end do
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report('sync_all', 0_int64, t / count * 1.0e9_real64)
  end subroutine bench_sync_all

  subroutine bench_co_sum()
    integer :: count, pass, i
    real(real64) :: t, x
    count = 20
    do pass = 1, 2
      x = 1
      sync all
      t = clock()
      do i = 1, count
        call co_sum(x)
        x = 1
      end do
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    call report('co_sum', 8_int64, t / count * 1.0e9_real64)
  end subroutine bench_co_sum

  subroutine bench_atomic_add()
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      if (me == 1) then
        do i = 1, count
          call atomic_add(counter[2], 1)
        end do
      end if
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    sync all
    call report('atomic_add', 4_int64, t / count * 1.0e9_real64)
  end subroutine bench_atomic_add

  subroutine bench_lock()
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      if (me == 1) then
        do i = 1, count
          lock (mutex[2])
          unlock (mutex[2])
        end do
      end if
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    sync all
    call report('lock', 0_int64, t / count * 1.0e9_real64)
  end subroutine bench_lock

  subroutine bench_strided()
    integer :: count, pass, i
    real(real64) :: t, x(strided_length)
    x = 1
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      if (me == 1) then
        do i = 1, count
          wide(1:2 * strided_length:2)[2] = x
        end do
      end if
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    sync all
    call report('strided_put', 4096_int64, t / count * 1.0e9_real64)
  end subroutine bench_strided

  subroutine bench_vector()
    integer :: count, pass, i
    integer :: index(strided_length)
    real(real64) :: t, x(strided_length)
    x = 1
    index = [(mod((i - 1) * 37, strided_length) + 1, i = 1, strided_length)]
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      if (me == 1) then
        do i = 1, count
          wide(index)[2] = x
        end do
      end if
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    sync all
    call report('vector_put', 4096_int64, t / count * 1.0e9_real64)
  end subroutine bench_vector

  subroutine bench_allocate()
    real(real64), allocatable :: x(:)[:]
    integer :: count, pass, i
    real(real64) :: t
    count = 20
    do pass = 1, 2
      sync all
      t = clock()
      do i = 1, count
        allocate(x(1000)[*])
        deallocate(x)
      end do
      t = clock() - t
      if (pass == 1) count = min(repetitions(count, t), 20000)
    end do
    call report('allocate', 8000_int64, t / count * 1.0e9_real64)
  end subroutine bench_allocate

  subroutine bench_put_get()
    integer(int64) :: bytes, length
    allocate(buffer(largest / 8)[*])
    allocate(local(largest / 8))
    buffer = 1
    local = 2
    bytes = 8
    do while (bytes <= largest)
      length = bytes / 8
      call bench_one('put', bytes, length)
      call bench_one('get', bytes, length)
      bytes = bytes * 8
    end do
  end subroutine bench_put_get

  subroutine bench_one(what, bytes, length)
    character(*), intent(in) :: what
    integer(int64), intent(in) :: bytes, length
    integer :: count, pass, i
    real(real64) :: t
    count = 4
    do pass = 1, 2
      sync all
      t = clock()
      if (me == 1) then
        if (what == 'put') then
          do i = 1, count
            buffer(1:length)[2] = local(1:length)
          end do
          sync memory
        else
          do i = 1, count
            local(1:length) = buffer(1:length)[2]
          end do
        end if
      end if
      t = clock() - t
      if (pass == 1) count = repetitions(count, t)
    end do
    sync all
    call report(what, bytes, real(bytes, real64) * count / t / 1.0e9_real64)
  end subroutine bench_one

end program caf_bench
