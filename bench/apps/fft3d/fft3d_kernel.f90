! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of fft3d, without communication: the case, a rank's part, the transforms of lines, digest, and a
! serial run to compare with. Complex numbers in a cube are transformed along x, y and z, and back. A rank has all x and y of some
! planes z; for the lines along z it gets all x and z of some rows y. The method for lines is that of Stockham, with radix 2.
!
! A variant brings an object of type `wires`, which sends each plane as soon as its lines along x and y are done, and each row as
! soon as those along z are done on the way back.
module fft3d_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use app, only: digest_modulus, weights
  implicit none (type, external)
  private
  public :: fft_case, part, wires, read_case, make_part, fill, forward, backward, rehearse, digest_of, check, verify
  public :: trips_apart

  integer, parameter :: trips_apart = 5      ! in the measurement of communication alone

  type :: fft_case
    character(len=8) :: size = 'quick'
    integer :: n = 0                         ! points along each axis, a power of two
    integer :: trips = 0, batches = 3        ! forward and back, of a batch
  end type fft_case

  ! Rank r (from 0) has the planes first(r) + 1 to first(r + 1), and likewise the rows.
  type :: part
    integer :: n, me, ranks, low, own        ! own planes and rows: low + 1 to low + own
    integer, allocatable :: first(:)
    complex(real64), allocatable :: roots(:) ! of unity: exp(-2 pi i k / n)
  end type part

  ! How a rank is joined to others; as it stands, to none.
  type :: wires
    type(part), pointer :: mine => null()
    complex(real64), contiguous, pointer :: planes(:, :, :) => null()   ! x, y, own z
    complex(real64), contiguous, pointer :: rows(:, :, :) => null()     ! x, own y, z
  contains
    procedure :: send_plane => keep_plane    ! each rank gets its rows of an own plane
    procedure :: await_planes => nothing_comes
    procedure :: send_row => keep_row        ! each rank gets its planes of an own row
    procedure :: await_rows => nothing_comes
  end type wires

contains

  ! Arguments of the command: words key=value.
  function read_case() result(problem)
    type(fft_case) :: problem
    character(len=64) :: word
    integer :: i, equals, status
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      equals = index(word, '=')
      status = 0
      select case (word(:max(0, equals - 1)))
      case ('size')
        problem%size = word(equals + 1:)
      case ('batches')
        read (word(equals + 1:), *, iostat=status) problem%batches
      case ('trips')
        read (word(equals + 1:), *, iostat=status) problem%trips
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches= and trips=')
    end do
    call set_size(problem)
    if (min(problem%batches, problem%trips) < 1) call stop_with('batches and trips are at least 1')
  end function read_case

  subroutine set_size(problem)
    type(fft_case), intent(inout) :: problem
    integer :: trips
    select case (problem%size)
    case ('tiny')
      problem%n = 16
      trips = 2
    case ('quick')
      problem%n = 64
      trips = 4
    case ('M')
      problem%n = 128
      trips = 2
    case ('L')
      problem%n = 256
      trips = 1
    case default
      call stop_with('the size is tiny, quick, M or L')
    end select
    if (problem%trips == 0) problem%trips = trips
  end subroutine set_size

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'fft3d: ', sentence
    error stop 2
  end subroutine stop_with

  function make_part(problem, me, ranks) result(mine)
    type(fft_case), intent(in) :: problem
    integer, intent(in) :: me, ranks
    type(part) :: mine
    integer :: r, k
    if (ranks > problem%n) call stop_with('each rank needs a plane; run fewer ranks')
    mine%n = problem%n
    mine%me = me
    mine%ranks = ranks
    mine%first = [(r * (mine%n / ranks) + min(r, mod(mine%n, ranks)), r=0, ranks)]
    mine%low = mine%first(me + 1)
    mine%own = mine%first(me + 2) - mine%low
    mine%roots = [(exp(cmplx(0, -2 * acos(-1.0_real64) * k / mine%n, real64)), k=0, mine%n / 2 - 1)]
  end function make_part

  ! Something uneven from -1 to below 1, so that a value from the wrong position shows.
  pure real(real64) function uneven(x, y, z, kind)
    integer, intent(in) :: x, y, z, kind
    uneven = 2 * real(modulo(((x * 1031_int64 + y) * 1033 + z) * 7919 + kind * 104729 + x * int(y, int64) * z, 100003_int64), &
      real64) / 100003 - 1
  end function uneven

  subroutine fill(mine, planes)
    type(part), intent(in) :: mine
    complex(real64), intent(inout) :: planes(:, :, :)
    integer :: x, y, z
    do z = 1, mine%own
      do y = 1, mine%n
        do x = 1, mine%n
          planes(x, y, z) = cmplx(uneven(x, y, mine%low + z, 1), uneven(x, y, mine%low + z, 2), real64)
        end do
      end do
    end do
  end subroutine fill

  subroutine forward(joined)
    class(wires), intent(inout) :: joined
    complex(real64) :: work(joined%mine%n, joined%mine%n), row(joined%mine%n, joined%mine%n)
    integer :: y, z
    associate (mine => joined%mine, n => joined%mine%n)
      do z = 1, mine%own
        do y = 1, n
          call transform(1, n, joined%planes(:, y, z), work, mine%roots, is_inverse=.false.)
        end do
        call transform(n, n, joined%planes(:, :, z), work, mine%roots, is_inverse=.false.)
        call joined%send_plane(z)
      end do
      call joined%await_planes()
      do y = 1, mine%own
        row = joined%rows(:, y, :)
        call transform(n, n, row, work, mine%roots, is_inverse=.false.)
        joined%rows(:, y, :) = row
      end do
    end associate
  end subroutine forward

  ! With the factor that makes it the inverse of `forward`.
  subroutine backward(joined)
    class(wires), intent(inout) :: joined
    complex(real64) :: work(joined%mine%n, joined%mine%n), row(joined%mine%n, joined%mine%n)
    integer :: y, z
    associate (mine => joined%mine, n => joined%mine%n)
      do y = 1, mine%own
        row = joined%rows(:, y, :)
        call transform(n, n, row, work, mine%roots, is_inverse=.true.)
        joined%rows(:, y, :) = row
        call joined%send_row(y)
      end do
      call joined%await_rows()
      do z = 1, mine%own
        call transform(n, n, joined%planes(:, :, z), work, mine%roots, is_inverse=.true.)
        do y = 1, n
          call transform(1, n, joined%planes(:, y, z), work, mine%roots, is_inverse=.true.)
        end do
        joined%planes(:, :, z) = joined%planes(:, :, z) / real(n, real64)**3
      end do
    end associate
  end subroutine backward

  ! The communication of trips, without their computing.
  subroutine rehearse(joined)
    class(wires), intent(inout) :: joined
    integer :: trip, i
    do trip = 1, trips_apart
      do i = 1, joined%mine%own
        call joined%send_plane(i)
      end do
      call joined%await_planes()
      do i = 1, joined%mine%own
        call joined%send_row(i)
      end do
      call joined%await_rows()
    end do
  end subroutine rehearse

  ! Lines of n points, which lie side by side: a(:, i) has point i of each.
  subroutine transform(lines, n, a, work, roots, is_inverse)
    integer, intent(in) :: lines, n
    complex(real64), intent(inout) :: a(lines * n)
    complex(real64), intent(inout) :: work(lines * n)
    complex(real64), intent(in) :: roots(0:)
    logical, intent(in) :: is_inverse
    integer :: half, apart
    logical :: is_in_work
    half = n / 2
    apart = lines
    is_in_work = .false.
    do while (half >= 1)
      if (is_in_work) then
        call combine(apart, half, work, a, roots, n / (2 * half), is_inverse)
      else
        call combine(apart, half, a, work, roots, n / (2 * half), is_inverse)
      end if
      is_in_work = .not. is_in_work
      half = half / 2
      apart = 2 * apart
    end do
    if (is_in_work) a = work
  end subroutine transform

  pure subroutine combine(apart, half, from, to, roots, step, is_inverse)
    integer, intent(in) :: apart, half, step
    complex(real64), intent(in) :: from(apart, half, 0:1), roots(0:)
    complex(real64), intent(inout) :: to(apart, 0:1, half)
    logical, intent(in) :: is_inverse
    complex(real64) :: root
    integer :: i, p
    do p = 1, half
      root = roots((p - 1) * step)
      if (is_inverse) root = conjg(root)
      do i = 1, apart
        to(i, 0, p) = from(i, p, 0) + from(i, p, 1)
        to(i, 1, p) = (from(i, p, 0) - from(i, p, 1)) * root
      end do
    end do
  end subroutine combine

  ! A sum of the bits of the own rows, each half of a number weighted by its position in the cube. Parts are added, modulo
  ! `digest_modulus`.
  function digest_of(mine, rows) result(bits)
    type(part), intent(in) :: mine
    complex(real64), intent(in) :: rows(:, :, :)
    integer(int64) :: bits, position, values(2)
    integer :: x, y, z, i
    bits = 0
    do z = 1, mine%n
      do y = 1, mine%own
        do x = 1, mine%n
          position = 4 * (x + mine%n * (y + mine%low + mine%n * int(z, int64)))
          values = transfer(rows(x, y, z), values)
          do i = 1, 2
            bits = mod(bits + mod(ibits(values(i), 0, 32) * mod(position + 2 * i, weights) + &
              ibits(values(i), 32, 32) * mod(position + 2 * i + 1, weights), digest_modulus), digest_modulus)
          end do
        end do
      end do
    end do
  end function digest_of

  ! Ends the program where the way back has not led to the start.
  subroutine check(mine, planes)
    type(part), intent(in) :: mine
    complex(real64), intent(in) :: planes(:, :, :)
    complex(real64) :: start(mine%n, mine%n, mine%own)
    call fill(mine, start)
    if (.not. maxval(abs(planes(:, :, :mine%own) - start)) < 1.0e-12_real64) call stop_with('the way back leads elsewhere')
  end subroutine check

  ! Ends the program where a serial run gives another digest, or where that has not the sum which defines the transform. The driver
  ! compares the larger sizes with the serial program.
  subroutine verify(problem, digest)
    type(fft_case), intent(in) :: problem
    integer(int64), intent(in) :: digest
    type(part), target :: whole
    complex(real64), allocatable, target :: planes(:, :, :), rows(:, :, :)
    type(wires) :: joined
    integer :: trip
    if (problem%size /= 'tiny' .and. problem%size /= 'quick') return
    whole = make_part(problem, 0, 1)
    allocate(planes(whole%n, whole%n, whole%n), rows(whole%n, whole%n, whole%n))
    joined = wires(whole, planes, rows)
    call fill(whole, planes)
    call forward(joined)
    if (.not. abs(rows(3, 2, 4) - sum_at(2, 1, 3)) < 1.0e-8_real64) call stop_with('the transform is not what defines it')
    call fill(whole, planes)
    do trip = 1, problem%trips
      call forward(joined)
      call backward(joined)
    end do
    call forward(joined)
    if (digest /= digest_of(whole, rows)) call stop_with('the transform differs from that of a serial run')

  contains

    complex(real64) function sum_at(kx, ky, kz)
      integer, intent(in) :: kx, ky, kz
      integer :: x, y, z
      sum_at = 0
      do z = 1, whole%n
        do y = 1, whole%n
          do x = 1, whole%n
            sum_at = sum_at + cmplx(uneven(x, y, z, 1), uneven(x, y, z, 2), real64) * exp(cmplx(0, -2 * acos(-1.0_real64) * &
              modulo(kx * (x - 1) + ky * (y - 1) + kz * (z - 1), whole%n) / whole%n, real64))
          end do
        end do
      end do
    end function sum_at

  end subroutine verify

  subroutine keep_plane(self, z)
    class(wires), intent(inout) :: self
    integer, intent(in) :: z
    associate (mine => self%mine)
      self%rows(:, :mine%own, mine%low + z) = self%planes(:, mine%low + 1:mine%low + mine%own, z)
    end associate
  end subroutine keep_plane

  subroutine keep_row(self, y)
    class(wires), intent(inout) :: self
    integer, intent(in) :: y
    associate (mine => self%mine)
      self%planes(:, mine%low + y, :mine%own) = self%rows(:, y, mine%low + 1:mine%low + mine%own)
    end associate
  end subroutine keep_row

  subroutine nothing_comes(self)
    class(wires), intent(inout) :: self
  end subroutine nothing_comes

end module fft3d_kernel
