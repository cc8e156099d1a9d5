! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The heat equation on a square plate, its columns divided among the images. Each step an image puts its outer columns into its
! neighbours' halo and posts an event there; nobody waits for more than its two neighbours. The result is compared, bit by
! bit, with the serial one that image 1 computes.
!
!   heat [cells per side] [steps] [file for the field at the start and at the end] [file that gets a line of timings]
program heat
  use, intrinsic :: iso_fortran_env, only: int64, real64, event_type, output_unit
  implicit none (type)
  integer, parameter :: right = 1, left = 2
  real(real64), parameter :: conduction = 0.2_real64, edge_temperature = 100.0_real64 ! degrees Celsius
  real(real64), allocatable :: t(:, :, :)[:]
  type(event_type) :: halo_is_full(2)[*], halo_is_read(2)[*]
  integer :: cells, steps, first, last, columns, me, images, step, now, next
  integer(int64) :: started, finished, rate
  character(len=256) :: field_file, timings_file
  real(real64) :: difference, seconds, serial_seconds

  me = this_image()
  images = num_images()
  call read_arguments()
  first = (cells * (me - 1)) / images + 1
  last = (cells * me) / images
  columns = last - first + 1
  allocate(t(0:cells + 1, 0:(cells - 1) / images + 2, 2)[*])
  call set_up(t(:, 0:columns + 1, 1), first)
  t(:, :, 2) = t(:, :, 1)
  sync all
  call system_clock(started, rate)
  now = 1
  do step = 1, steps
    next = 3 - now
    call exchange_halos(now, step)
    call advance(t(:, 0:columns + 1, now), t(:, 0:columns + 1, next), columns)
    call allow_next_halos()
    now = next
    if (me == 1 .and. mod(step, max(steps / 20, 1)) == 0) call show_progress(step)
  end do
  sync all
  call system_clock(finished)
  seconds = real(finished - started, real64) / real(rate, real64)
  difference = 0.0_real64
  if (me == 1) then
    call compare()
    call report()
  end if
  call co_broadcast(difference, 1)
  if (difference /= 0.0_real64) error stop 'the field differs from the serial result'

contains

  subroutine read_arguments()
    character(len=32) :: word
    cells = 512
    steps = 1000
    field_file = ''
    timings_file = ''
    if (command_argument_count() >= 1) then
      call get_command_argument(1, word)
      read (word, *) cells
    end if
    if (command_argument_count() >= 2) then
      call get_command_argument(2, word)
      read (word, *) steps
    end if
    if (command_argument_count() >= 3) call get_command_argument(3, field_file)
    if (command_argument_count() >= 4) call get_command_argument(4, timings_file)
    if (cells < images) error stop 'there must be at least one column of cells for each image'
  end subroutine read_arguments

  ! A cold plate with two hot spots; the upper edge is kept hot.
  subroutine set_up(field, first_column)
    real(real64), intent(out) :: field(0:, 0:)
    integer, intent(in) :: first_column
    integer :: i, j
    real(real64) :: x, y
    do j = 0, ubound(field, 2)
      do i = 0, cells + 1
        x = real(j + first_column - 1, real64) / real(cells + 1, real64)
        y = real(i, real64) / real(cells + 1, real64)
        field(i, j) = 80.0_real64 * exp(-120.0_real64 * ((x - 0.3_real64)**2 + (y - 0.4_real64)**2)) &
                    + 60.0_real64 * exp(-200.0_real64 * ((x - 0.7_real64)**2 + (y - 0.6_real64)**2))
        if (i == 0) field(i, j) = edge_temperature
      end do
    end do
  end subroutine set_up

  subroutine advance(old, new, n)
    real(real64), intent(in) :: old(0:, 0:)
    real(real64), intent(inout) :: new(0:, 0:)
    integer, intent(in) :: n
    integer :: i, j
    do j = 1, n
      do i = 1, cells
        new(i, j) = old(i, j) + conduction * &
          (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1) - 4.0_real64 * old(i, j))
      end do
    end do
  end subroutine advance

  ! The halo columns of this step's field: mine go to my neighbours, theirs come to me.
  subroutine exchange_halos(level, step_number)
    integer, intent(in) :: level, step_number
    integer :: neighbour_columns
    if (me > 1) then
      if (step_number > 1) event wait (halo_is_read(left))
      neighbour_columns = (cells * (me - 1)) / images - (cells * (me - 2)) / images
      t(1:cells, neighbour_columns + 1, level)[me - 1] = t(1:cells, 1, level)
      event post (halo_is_full(right)[me - 1])
    end if
    if (me < images) then
      if (step_number > 1) event wait (halo_is_read(right))
      t(1:cells, 0, level)[me + 1] = t(1:cells, columns, level)
      event post (halo_is_full(left)[me + 1])
    end if
    if (me > 1) event wait (halo_is_full(left))
    if (me < images) event wait (halo_is_full(right))
  end subroutine exchange_halos

  ! My halos are used up: the neighbours may fill them again.
  subroutine allow_next_halos()
    if (me > 1) event post (halo_is_read(right)[me - 1])
    if (me < images) event post (halo_is_read(left)[me + 1])
  end subroutine allow_next_halos

  ! A terminal gets one line that renews itself, anything else a line for each quarter.
  subroutine show_progress(done)
    integer, intent(in) :: done
    integer(int64) :: current
    real(real64) :: elapsed
    logical :: renews
    renews = isatty(output_unit)
    if (.not. renews .and. mod(done, max(steps / 4, 1)) /= 0) return
    call system_clock(current)
    elapsed = real(current - started, real64) / real(rate, real64)
    write (output_unit, '(i4,a,f9.1,a,i5,a)', advance='no') (100 * done) / steps, ' %, ', &
      million_cells(done, elapsed), ' million cells/s, about', nint(elapsed * (steps - done) / done), ' s left'
    write (output_unit, '(a)', advance='no') merge(achar(13), new_line('a'), renews .and. done < steps)
    flush (output_unit)
  end subroutine show_progress

  pure function million_cells(done, elapsed) result(rate_of_cells)
    integer, intent(in) :: done
    real(real64), intent(in) :: elapsed
    real(real64) :: rate_of_cells
    rate_of_cells = real(cells, real64)**2 * done / max(elapsed, 1.0e-9_real64) / 1.0e6_real64
  end function million_cells

  ! Fetches the field from all images; it must have the bits of the serial one.
  subroutine compare()
    real(real64), allocatable :: serial(:, :, :), whole(:, :)
    integer :: image, from, to, s, unit
    integer(int64) :: serial_started, serial_finished
    allocate(serial(0:cells + 1, 0:cells + 1, 2), whole(0:cells + 1, 0:cells + 1))
    call set_up(serial(:, :, 1), 1)
    serial(:, :, 2) = serial(:, :, 1)
    whole = serial(:, :, 1)
    if (field_file /= '') then
      open (newunit=unit, file=trim(field_file), access='stream', form='unformatted', status='replace')
      write (unit) whole
    end if
    call system_clock(serial_started)
    do s = 1, steps
      call advance(serial(:, :, 2 - mod(s, 2)), serial(:, :, 1 + mod(s, 2)), cells)
    end do
    call system_clock(serial_finished)
    serial_seconds = real(serial_finished - serial_started, real64) / real(rate, real64)
    do image = 1, images
      from = (cells * (image - 1)) / images + 1
      to = (cells * image) / images
      whole(1:cells, from:to) = t(1:cells, 1:to - from + 1, now)[image]
    end do
    difference = maxval(abs(whole(1:cells, 1:cells) - serial(1:cells, 1:cells, 1 + mod(steps, 2))))
    if (field_file /= '') then
      write (unit) whole
      close (unit)
    end if
  end subroutine compare

  subroutine report()
    integer :: unit
    write (output_unit, '(f10.3,a,f0.3,a,es7.1)') seconds, ' s, serial ', serial_seconds, &
      ' s, largest difference to the serial result ', difference
    if (timings_file == '') return
    open (newunit=unit, file=trim(timings_file), position='append')
    write (unit, '(a,i0,a,f0.3,a,f0.1,a,f0.3,a,f0.1,a,es7.1)') 'images ', images, ' seconds ', seconds, ' rate ', &
      million_cells(steps, seconds), ' serial_seconds ', serial_seconds, ' serial_rate ', &
      million_cells(steps, serial_seconds), ' difference ', difference
    close (unit)
  end subroutine report

end program heat
