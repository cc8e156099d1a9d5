! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of jacobi3d, without communication: the case, an image's part of the domain, the sweep, the
! residual, digest, and a serial run to compare with. The method is point Jacobi, damped, for a Poisson equation in curvilinear
! coordinates: 19 points, and ten coefficients that differ from point to point. y and z are divided among images, x is not; the
! rim of the domain keeps its values. The pressure has two states: a sweep reads one and writes the other.
module jacobi3d_kernel
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64, error_unit
  use app, only: digest_modulus, weights
  implicit none (type, external)
  private
  public :: jacobi_case, part, link, read_case, make_part, fill, links_of, sweep, residual_of, digest_of, mixed, verify, &
    exchanges_apart

  real(real32), parameter :: damping = 0.8_real32
  real(real64), parameter :: residual_unit = 2.0_real64**(-40)   ! a line's part of the residual is rounded to this
  integer, parameter :: exchanges_apart = 200                    ! in the measurement of communication alone

  type :: jacobi_case
    character(len=8) :: size = 'quick'
    integer :: points(3) = [128, 64, 64]   ! without the rim
    integer :: iterations = 40             ! of a batch
    integer :: batches = 3
  end type jacobi_case

  ! One image's part: points(2) x points(3) lines of points(1), after the first before(1) along y and before(2) along z.
  ! Coefficients: of the neighbours above and below along each axis, of the products of two axes, and of the point itself.
  type :: part
    integer :: points(3), before(2)
    integer :: room(2)                  ! the most lines that any image has, along y and z
    integer :: grid(2), place(2)        ! images along y and z; which of them this is, from 0
    integer :: whole(3)
    real(real32), allocatable :: upper(:, :, :, :), lower(:, :, :, :), cross(:, :, :, :)
    real(real32), allocatable :: scale(:, :, :), mask(:, :, :), source(:, :, :)
  end type part

  ! The lines that go to one neighbour and come from it: bounds along y (1, 2) and z (3, 4).
  type :: link
    integer :: rank                     ! from 0
    integer :: from(4)                  ! own lines, to be sent
    integer :: to(4)                    ! the neighbour's halo, as it numbers its lines
    integer :: halo(4)                  ! the own halo, which the neighbour fills
  end type link

contains

  ! Arguments of the command: words key=value.
  function read_case() result(problem)
    type(jacobi_case) :: problem
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
      case ('iterations')
        read (word(equals + 1:), *, iostat=status) problem%iterations
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches= and iterations=')
      if (word(:max(0, equals - 1)) == 'size') call set_size(problem)
    end do
    if (min(problem%batches, problem%iterations) < 1) call stop_with('batches and iterations are at least 1')
  end function read_case

  subroutine set_size(problem)
    type(jacobi_case), intent(inout) :: problem
    select case (problem%size)
    case ('tiny')
      problem%points = [24, 17, 14]
      problem%iterations = 10
    case ('quick')
      problem%points = [128, 64, 64]
      problem%iterations = 40
    case ('M')
      problem%points = [256, 128, 128]
      problem%iterations = 20
    case ('L')
      problem%points = [512, 256, 256]
      problem%iterations = 6
    case default
      call stop_with('the size is tiny, quick, M or L')
    end select
  end subroutine set_size

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'jacobi3d: ', sentence
    error stop 2
  end subroutine stop_with

  ! How many of `all` are the own ones of part `me` (from 0) of `parts`, and how many lie before them.
  pure subroutine share_of(all, me, parts, own, before)
    integer, intent(in) :: all, me, parts
    integer, intent(out) :: own, before
    own = all / parts + merge(1, 0, me < mod(all, parts))
    before = me * (all / parts) + min(me, mod(all, parts))
  end subroutine share_of

  ! Images along y and z: the least surface; z is divided first, since its faces are contiguous.
  pure function grid_of(problem, images) result(grid)
    type(jacobi_case), intent(in) :: problem
    integer, intent(in) :: images
    integer :: grid(2), py, pz
    real(real64) :: surface, least
    grid = [1, images]
    least = huge(least)
    do py = 1, images
      if (mod(images, py) /= 0) cycle
      pz = images / py
      surface = real(problem%points(2), real64) / py + real(problem%points(3), real64) / pz
      if (surface < least) then
        grid = [py, pz]
        least = surface
      end if
    end do
  end function grid_of

  ! The part of rank `me` (from 0), its coefficients set.
  function make_part(problem, me, images) result(mine)
    type(jacobi_case), intent(in) :: problem
    integer, intent(in) :: me, images
    type(part) :: mine
    integer :: axis, i, j, k, position(3)
    mine%grid = grid_of(problem, images)
    mine%place = [mod(me, mine%grid(1)), me / mine%grid(1)]
    mine%whole = problem%points
    mine%points = problem%points
    do axis = 1, 2
      call share_of(problem%points(axis + 1), mine%place(axis), mine%grid(axis), mine%points(axis + 1), mine%before(axis))
      mine%room(axis) = (problem%points(axis + 1) + mine%grid(axis) - 1) / mine%grid(axis)
    end do
    if (minval(mine%points) < 1) call stop_with('each image needs a line; run fewer images')
    associate (n => mine%points)
      allocate(mine%upper(n(1), n(2), n(3), 3), mine%lower(n(1), n(2), n(3), 3), mine%cross(n(1), n(2), n(3), 3))
      allocate(mine%scale(n(1), n(2), n(3)), mine%mask(n(1), n(2), n(3)), mine%source(n(1), n(2), n(3)))
      do k = 1, n(3)
        do j = 1, n(2)
          do i = 1, n(1)
            position = [i, j + mine%before(1), k + mine%before(2)]
            do axis = 1, 3
              mine%upper(i, j, k, axis) = 1 + 0.25_real32 * uneven(position, axis)
              mine%lower(i, j, k, axis) = 1 + 0.25_real32 * uneven(position, axis + 3)
              mine%cross(i, j, k, axis) = 0.05_real32 * (uneven(position, axis + 6) - 0.5_real32)
            end do
            mine%scale(i, j, k) = 1 / (0.01_real32 + sum(mine%upper(i, j, k, :)) + sum(mine%lower(i, j, k, :)))
            mine%mask(i, j, k) = merge(0.0_real32, 1.0_real32, uneven(position, 10) < 0.02_real32)   ! points inside a body
            mine%source(i, j, k) = uneven(position, 11) - 0.5_real32
          end do
        end do
      end do
    end associate
  end function make_part

  ! Something uneven from 0 to below 1, so that a value from the wrong position or the wrong sweep shows.
  pure function uneven(position, kind) result(value)
    integer, intent(in) :: position(3), kind
    real(real32) :: value
    value = real(modulo(7 * position(1) + 13 * position(2) + 29 * position(3) + 17 * kind + &
      mod(modulo(position(1), 64) * modulo(position(2), 64) + kind * modulo(position(3), 32), 11), 128), real32) / 128
  end function uneven

  ! The start, in both states. Halos that neighbours must fill hold what no sweep gives.
  subroutine fill(mine, pressure)
    type(part), intent(in) :: mine
    real(real32), contiguous, intent(out) :: pressure(0:, 0:, 0:, 0:)
    type(link), allocatable :: links(:)
    integer :: i, j, k, n
    pressure = 0
    do k = 0, mine%points(3) + 1
      do j = 0, mine%points(2) + 1
        do i = 0, mine%points(1) + 1
          pressure(i, j, k, :) = uneven([i, j + mine%before(1), k + mine%before(2)], 0)
        end do
      end do
    end do
    links = links_of(mine)
    do n = 1, size(links)
      associate (b => links(n)%halo)
        pressure(:, b(1):b(2), b(3):b(4), :) = -1.0e30_real32
      end associate
    end do
  end subroutine fill

  ! The neighbours: all, of which those along a diagonal get one line; or with `axis` (1: y, 2: z) those along it, for an
  ! exchange in two steps: z comes first, so y takes the corners with it.
  function links_of(mine, axis) result(links)
    type(part), intent(in) :: mine
    integer, intent(in), optional :: axis
    type(link), allocatable :: links(:)
    type(link) :: one
    integer :: dy, dz, step(2), there(2), a, own, ignored, b
    allocate(links(0))
    do dz = -1, 1
      do dy = -1, 1
        step = [dy, dz]
        there = mine%place + step
        if (all(step == 0) .or. any(there < 0) .or. any(there >= mine%grid)) cycle
        if (present(axis)) then
          if (step(axis) == 0 .or. step(3 - axis) /= 0) cycle
        end if
        one%rank = there(1) + mine%grid(1) * there(2)
        do a = 1, 2
          b = 2 * a - 1
          call share_of(mine%whole(a + 1), there(a), mine%grid(a), own, ignored)
          associate (n => mine%points(a + 1))
            select case (step(a))
            case (-1)
              call set_bounds(1, own + 1, 0)
            case (1)
              call set_bounds(n, 0, n + 1)
            case default
              one%from(b:b + 1) = [1, n]
              if (present(axis) .and. a == 2) one%from(b:b + 1) = [0, n + 1]
              one%to(b:b + 1) = one%from(b:b + 1)
              one%halo(b:b + 1) = one%from(b:b + 1)
            end select
          end associate
        end do
        links = [links, one]
      end do
    end do

  contains

    subroutine set_bounds(from, to, halo)
      integer, intent(in) :: from, to, halo
      one%from(b:b + 1) = from
      one%to(b:b + 1) = to
      one%halo(b:b + 1) = halo
    end subroutine set_bounds

  end function links_of

  ! One sweep: reads the pressure `old`, writes the own points of `new`.
  subroutine sweep(mine, old, new)
    type(part), intent(in) :: mine
    real(real32), contiguous, intent(in) :: old(0:, 0:, 0:)
    real(real32), contiguous, intent(inout) :: new(0:, 0:, 0:)
    call sweep_points(mine%points, old, new, mine%upper, mine%lower, mine%cross, mine%scale, mine%mask, mine%source)
  end subroutine sweep

  pure subroutine sweep_points(n, p, new, upper, lower, cross, scale, mask, source)
    integer, intent(in) :: n(3)
    real(real32), contiguous, intent(in) :: p(0:, 0:, 0:)
    real(real32), contiguous, intent(inout) :: new(0:, 0:, 0:)
    real(real32), intent(in), dimension(n(1), n(2), n(3), 3) :: upper, lower, cross
    real(real32), intent(in), dimension(n(1), n(2), n(3)) :: scale, mask, source
    real(real32) :: near, diagonal
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          near = (upper(i, j, k, 1) * p(i + 1, j, k) + lower(i, j, k, 1) * p(i - 1, j, k)) &
            + (upper(i, j, k, 2) * p(i, j + 1, k) + lower(i, j, k, 2) * p(i, j - 1, k)) &
            + (upper(i, j, k, 3) * p(i, j, k + 1) + lower(i, j, k, 3) * p(i, j, k - 1))
          diagonal = cross(i, j, k, 1) * ((p(i + 1, j + 1, k) - p(i - 1, j + 1, k)) - (p(i + 1, j - 1, k) - p(i - 1, j - 1, k))) &
            + cross(i, j, k, 2) * ((p(i, j + 1, k + 1) - p(i, j - 1, k + 1)) - (p(i, j + 1, k - 1) - p(i, j - 1, k - 1))) &
            + cross(i, j, k, 3) * ((p(i + 1, j, k + 1) - p(i - 1, j, k + 1)) - (p(i + 1, j, k - 1) - p(i - 1, j, k - 1)))
          new(i, j, k) = p(i, j, k) + damping * mask(i, j, k) * &
            ((near + diagonal + source(i, j, k)) * scale(i, j, k) - p(i, j, k))
        end do
      end do
    end do
  end subroutine sweep_points

  ! The image's part of the residual of the last sweep, in units. A block is a line along x, which no image divides; blocks are
  ! rounded to units, so that their sum is the same in any order.
  function residual_of(mine, old, new) result(units)
    type(part), intent(in) :: mine
    real(real32), contiguous, intent(in) :: old(0:, 0:, 0:), new(0:, 0:, 0:)
    integer(int64) :: units
    real(real64) :: line
    integer :: i, j, k
    units = 0
    do k = 1, mine%points(3)
      do j = 1, mine%points(2)
        line = 0
        do i = 1, mine%points(1)
          line = line + real(new(i, j, k) - old(i, j, k), real64)**2
        end do
        units = units + nint(line / residual_unit, int64)
      end do
    end do
  end function residual_of

  ! A sum of all bits of the own points, weighted by their positions in the whole domain. Parts are added, modulo
  ! `digest_modulus`.
  pure function digest_of(mine, pressure) result(bits)
    type(part), intent(in) :: mine
    real(real32), contiguous, intent(in) :: pressure(0:, 0:, 0:)
    integer(int64) :: bits, position, value
    integer :: i, j, k
    bits = 0
    do k = 1, mine%points(3)
      do j = 1, mine%points(2)
        position = mine%whole(1) * (j + mine%before(1) + mine%whole(2) * int(k + mine%before(2), int64))
        do i = 1, mine%points(1)
          value = ibits(int(transfer(pressure(i, j, k), 0_int32), int64), 0, 32)
          bits = mod(bits + mod(value * mod(position + i, weights), digest_modulus), digest_modulus)
        end do
      end do
    end do
  end function digest_of

  ! The digest that is printed: of all points and of the residual, both summed over all images.
  pure function mixed(bits, units) result(digest)
    integer(int64), intent(in) :: bits, units
    integer(int64) :: digest
    digest = modulo(modulo(bits, digest_modulus) + modulo(units, digest_modulus), digest_modulus)
  end function mixed

  ! Ends the program where a serial run of the whole domain gives another digest. The driver compares the larger sizes with the
  ! serial program.
  subroutine verify(problem, digest)
    type(jacobi_case), intent(in) :: problem
    integer(int64), intent(in) :: digest
    type(part) :: whole
    real(real32), allocatable :: pressure(:, :, :, :)
    integer(int64) :: expected
    integer :: i, now
    if (problem%size /= 'tiny' .and. problem%size /= 'quick') return
    whole = make_part(problem, 0, 1)
    associate (n => whole%points)
      allocate(pressure(0:n(1) + 1, 0:n(2) + 1, 0:n(3) + 1, 0:1))
    end associate
    call fill(whole, pressure)
    now = 0
    do i = 1, problem%iterations
      call sweep(whole, pressure(:, :, :, now), pressure(:, :, :, 1 - now))
      now = 1 - now
    end do
    expected = mixed(digest_of(whole, pressure(:, :, :, now)), &
      residual_of(whole, pressure(:, :, :, 1 - now), pressure(:, :, :, now)))
    if (digest /= expected) call stop_with('the pressure differs from that of a serial run')
  end subroutine verify

end module jacobi3d_kernel
