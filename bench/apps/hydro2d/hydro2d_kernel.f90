! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The common part of all variants of hydro2d, without communication: the case, a rank's part of the domain, the six stages of a
! step, digest, and a serial run to compare with. The method is that of textbooks: compressible Euler equations
! of an ideal gas on a staggered grid, a Lagrangian step with a predictor and artificial viscosity, and a remap along one axis
! after the other: limited for mass and energy, donor cells for momentum. The domain is periodic; cells are squares of side 1.
! Node (i, j) is the lower left corner of cell (i, j), and face (i, j) of an axis the lower one of that cell.
module hydro2d_kernel
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use app, only: digest_modulus, weights
  implicit none (type, external)
  private
  public :: hydro_case, part, read_case, make_part, fill, compute, get_group, first_axis, wrap, digest_of, verify
  public :: deep, steps_apart

  real(real64), parameter :: heat_ratio = 1.4_real64, courant = 0.3_real64
  real(real64), parameter :: linear_viscosity = 0.5_real64, quadratic_viscosity = 2
  integer, parameter :: deep = 2            ! cells of the halo
  integer, parameter :: steps_apart = 50    ! in the measurement of communication alone

  ! Fields: of cells, nodes, faces, and one for work.
  integer, parameter :: density = 1, next_density = 2, energy = 3, next_energy = 4, pressure = 5, viscosity = 6, sound = 7, &
    u = 8, v = 9, next_u = 10, next_v = 11, volume_flux = 12, mass_flux = 14, energy_flux = 16, fields = 16

  type :: hydro_case
    character(len=8) :: size = 'quick'
    integer :: cells(2) = 0              ! of the whole domain
    integer :: side = 0                  ! n=: of the square of cells that each rank has; 0: as the size says
    integer :: steps = 0, batches = 3, ranks = 1
  end type hydro_case

  type :: part
    integer :: cells(2), before(2), grid(2), place(2), whole(2)
    integer :: step = 0
    real(real64) :: limit = 0            ! the longest time step that suits the own cells
    real(real64) :: dt = 0               ! the step's: the least limit of all ranks
    real(real64), allocatable :: field(:, :, :)
  end type part

contains

  ! Arguments of the command: words key=value. `ranks` are those among which the domain is divided, where the size is a rank's.
  function read_case(ranks) result(problem)
    integer, intent(in) :: ranks
    type(hydro_case) :: problem
    character(len=64) :: word
    integer :: i, equals, status
    problem%ranks = ranks
    do i = 1, command_argument_count()
      call get_command_argument(i, word)
      equals = index(word, '=')
      status = 0
      select case (word(:max(0, equals - 1)))
      case ('size')
        problem%size = word(equals + 1:)
      case ('batches')
        read (word(equals + 1:), *, iostat=status) problem%batches
      case ('steps')
        read (word(equals + 1:), *, iostat=status) problem%steps
      case ('n')
        read (word(equals + 1:), *, iostat=status) problem%side
      case ('ranks')
        read (word(equals + 1:), *, iostat=status) problem%ranks
      case default
        status = 1
      end select
      if (status /= 0) call stop_with('"' // trim(word) // '" is none of size=, batches=, steps=, n= and ranks=')
    end do
    call set_size(problem)
    if (min(problem%batches, problem%steps, problem%ranks, minval(problem%cells)) < 1) &
      call stop_with('batches, steps, ranks and cells are at least 1')
  end function read_case

  subroutine set_size(problem)
    type(hydro_case), intent(inout) :: problem
    integer :: steps
    select case (problem%size)
    case ('tiny')
      problem%cells = 24
      steps = 12
    case ('quick')
      problem%cells = 60 * grid_of(problem%ranks)
      steps = 400
    case ('M')
      problem%cells = 960
      steps = 20
    case ('L')
      problem%cells = 3840
      steps = 5
    case default
      call stop_with('the size is tiny, quick, M or L')
    end select
    if (problem%side > 0) problem%cells = problem%side * grid_of(problem%ranks)
    if (problem%steps == 0) problem%steps = steps
  end subroutine set_size

  subroutine stop_with(sentence)
    character(len=*), intent(in) :: sentence
    write (error_unit, '(2a)') 'hydro2d: ', sentence
    error stop 2
  end subroutine stop_with

  ! Ranks along x and y, as equal as can be; y, whose strips are contiguous, gets more.
  pure function grid_of(ranks) result(grid)
    integer, intent(in) :: ranks
    integer :: grid(2), px
    grid = [1, ranks]
    do px = 1, ranks
      if (mod(ranks, px) == 0 .and. px <= ranks / px) grid = [px, ranks / px]
    end do
  end function grid_of

  ! The part of rank `me` (from 0) of `ranks`.
  function make_part(problem, me, ranks) result(mine)
    type(hydro_case), intent(in) :: problem
    integer, intent(in) :: me, ranks
    type(part) :: mine
    integer :: axis
    mine%grid = grid_of(ranks)
    mine%place = [mod(me, mine%grid(1)), me / mine%grid(1)]
    mine%whole = problem%cells
    do axis = 1, 2
      associate (all => problem%cells(axis), parts => mine%grid(axis), at => mine%place(axis))
        mine%cells(axis) = all / parts + merge(1, 0, at < mod(all, parts))
        mine%before(axis) = at * (all / parts) + min(at, mod(all, parts))
        if (all / parts < deep) call stop_with('each rank needs two cells along each axis; run fewer ranks')
      end associate
    end do
    associate (n => mine%cells)
      allocate(mine%field(1 - deep:n(1) + deep, 1 - deep:n(2) + deep, fields))
    end associate
  end function make_part

  ! The start: a hot square in a gas whose density is uneven, so that a value from the wrong position shows. Halos hold what no
  ! step gives.
  subroutine fill(mine)
    type(part), intent(inout) :: mine
    integer :: i, j, x, y
    mine%field = -1.0e30_real64
    mine%step = 0
    do j = 1, mine%cells(2)
      do i = 1, mine%cells(1)
        x = i + mine%before(1)
        y = j + mine%before(2)
        mine%field(i, j, density) = 1 + real(modulo(7 * x + 13 * y + mod(x * y, 5), 31), real64) / 310
        mine%field(i, j, energy) = merge(12.0_real64, 2.5_real64, all(3 * [x, y] > mine%whole .and. 3 * [x, y] <= 2 * mine%whole))
        mine%field(i, j, u) = real(modulo(5 * x + 3 * y, 17), real64) / 170
        mine%field(i, j, v) = real(modulo(3 * x + 11 * y, 19), real64) / 190
      end do
    end do
  end subroutine fill

  ! The fields of a group, and how deep each is exchanged. `first` is the axis along which the step remaps first.
  pure subroutine get_group(group, first, members, depths, count)
    integer, intent(in) :: group, first
    integer, intent(out) :: members(3), depths(3), count
    members = 0
    depths = deep
    select case (group)
    case (1)
      members = [density, u, v]
    case (2)
      members(:2) = [pressure, viscosity]
    case (3)
      members(:2) = [next_density, next_energy]
    case (4)
      members = [next_density, next_energy, mass_flux + first - 1]
      depths(3) = 1
    case default
      members(1) = mass_flux + 2 - first
      depths(1) = 1
    end select
    count = merge(3, merge(2, 1, members(2) /= 0), members(3) /= 0)
  end subroutine get_group

  ! Along which axis the step remaps first: they alternate.
  pure integer function first_axis(mine)
    type(part), intent(in) :: mine
    first_axis = 1 + mod(mine%step, 2)
  end function first_axis

  ! The halos along axes that are not divided, from the own cells; before strips are packed.
  subroutine wrap(mine, group)
    type(part), intent(inout) :: mine
    integer, intent(in) :: group
    integer :: members(3), depths(3), count, f
    call get_group(group, first_axis(mine), members, depths, count)
    do f = 1, count
      call wrap_field(mine%cells, mine%grid == 1, depths(f), mine%field(:, :, members(f)))
    end do
  end subroutine wrap

  pure subroutine wrap_field(n, is_whole, d, field)
    integer, intent(in) :: n(2), d
    logical, intent(in) :: is_whole(2)
    real(real64), intent(inout) :: field(-1:n(1) + 2, -1:n(2) + 2)
    integer :: i, j
    if (is_whole(1)) then
      do j = 1, n(2)
        do i = 1, d
          field(i - d, j) = field(n(1) + i - d, j)
          field(n(1) + i, j) = field(i, j)
        end do
      end do
    end if
    if (.not. is_whole(2)) return
    do j = 1, d
      do i = -1, n(1) + 2
        field(i, j - d) = field(i, n(2) + j - d)
        field(i, n(2) + j) = field(i, j)
      end do
    end do
  end subroutine wrap_field

  ! One of the six stages of a step. Before stage 1 group 1 is exchanged, before stage 2 the least limit is found, and before
  ! stages 3 to 6 groups 2 to 5 are exchanged.
  subroutine compute(mine, stage)
    type(part), intent(inout) :: mine
    integer, intent(in) :: stage
    integer :: first, second
    first = first_axis(mine)
    second = 3 - first
    associate (n => mine%cells, f => mine%field)
      select case (stage)
      case (1)
        call find_state(n, f(:, :, density), f(:, :, energy), f(:, :, u), f(:, :, v), f(:, :, pressure), f(:, :, viscosity), &
          f(:, :, sound), mine%limit)
      case (2)
        call predict(n, mine%dt, f(:, :, density), f(:, :, energy), f(:, :, u), f(:, :, v), f(:, :, viscosity), f(:, :, pressure))
      case (3)
        call accelerate(n, mine%dt, f(:, :, density), f(:, :, pressure), f(:, :, viscosity), f(:, :, u), f(:, :, v), &
          f(:, :, next_u), f(:, :, next_v))
        call correct(n, mine%dt, f(:, :, density), f(:, :, energy), f(:, :, pressure), f(:, :, viscosity), f(:, :, u:v), &
          f(:, :, next_u:next_v), f(:, :, next_density), f(:, :, next_energy), f(:, :, volume_flux), f(:, :, volume_flux + 1))
      case (4)
        call remap(n, 2 - first, first - 1, .true., f(:, :, volume_flux + first - 1), f(:, :, volume_flux + second - 1), &
          f(:, :, next_density), f(:, :, next_energy), f(:, :, mass_flux + first - 1), f(:, :, energy_flux))
      case (5)
        call remap(n, 2 - second, second - 1, .false., f(:, :, volume_flux + second - 1), f(:, :, volume_flux + first - 1), &
          f(:, :, next_density), f(:, :, next_energy), f(:, :, mass_flux + second - 1), f(:, :, energy_flux))
      case default
        call remap_momentum(n, f(:, :, density), f(:, :, mass_flux), f(:, :, mass_flux + 1), f(:, :, next_u), f(:, :, next_v), &
          f(:, :, u), f(:, :, v))
        f(:, :, density) = f(:, :, next_density)
        f(:, :, energy) = f(:, :, next_energy)
        mine%step = mine%step + 1
      end select
    end associate
  end subroutine compute

  ! Pressure, artificial viscosity and speed of sound, and the longest step.
  pure subroutine find_state(n, rho, e, u0, v0, p, q, c, limit)
    integer, intent(in) :: n(2)
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, e, u0, v0
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: p, q, c
    real(real64), intent(out) :: limit
    real(real64) :: rate, inward, fastest(n(1))
    integer :: i, j
    fastest = 0
    do j = 1, n(2)
      !GCC$ ivdep
      do i = 1, n(1)
        p(i, j) = (heat_ratio - 1) * rho(i, j) * e(i, j)
        c(i, j) = sqrt(heat_ratio * p(i, j) / rho(i, j))
        rate = 0.5_real64 * (((u0(i + 1, j) + u0(i + 1, j + 1)) - (u0(i, j) + u0(i, j + 1))) + &
          ((v0(i, j + 1) + v0(i + 1, j + 1)) - (v0(i, j) + v0(i + 1, j))))
        inward = 0.5_real64 * (abs(rate) - rate)
        q(i, j) = rho(i, j) * inward * (linear_viscosity * c(i, j) + quadratic_viscosity * inward)
        fastest(i) = max(fastest(i), c(i, j) + 4 * inward + abs(u0(i, j)) + abs(v0(i, j)))
      end do
    end do
    limit = courant / maxval(fastest)
  end subroutine find_state

  ! The pressure after half a step, with the velocities of its beginning.
  pure subroutine predict(n, dt, rho, e, u0, v0, q, p)
    integer, intent(in) :: n(2)
    real(real64), intent(in) :: dt
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, e, u0, v0, q
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: p
    real(real64) :: growth
    integer :: i, j
    do j = 1, n(2)
      !GCC$ ivdep
      do i = 1, n(1)
        growth = 0.25_real64 * dt * (((u0(i + 1, j) + u0(i + 1, j + 1)) - (u0(i, j) + u0(i, j + 1))) + &
          ((v0(i, j + 1) + v0(i + 1, j + 1)) - (v0(i, j) + v0(i + 1, j))))
        p(i, j) = (heat_ratio - 1) * (rho(i, j) * e(i, j) - (p(i, j) + q(i, j)) * growth) / (1 + growth)
      end do
    end do
  end subroutine predict

  ! Accelerates the own nodes and one more around: the halo of two cells spares an exchange.
  pure subroutine accelerate(n, dt, rho, p, q, u0, v0, u1, v1)
    integer, intent(in) :: n(2)
    real(real64), intent(in) :: dt
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, p, q, u0, v0
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: u1, v1
    real(real64) :: push, a, b, c, d
    integer :: i, j
    do j = 0, n(2) + 2
      !GCC$ ivdep
      do i = 0, n(1) + 2
        push = 2 * dt / ((rho(i - 1, j - 1) + rho(i, j - 1)) + (rho(i - 1, j) + rho(i, j)))
        a = p(i - 1, j - 1) + q(i - 1, j - 1)
        b = p(i, j - 1) + q(i, j - 1)
        c = p(i - 1, j) + q(i - 1, j)
        d = p(i, j) + q(i, j)
        u1(i, j) = u0(i, j) - push * ((b + d) - (a + c))
        v1(i, j) = v0(i, j) - push * ((c + d) - (a + b))
      end do
    end do
  end subroutine accelerate

  ! Volume fluxes by the mean velocities of the step; density and energy after the Lagrangian step.
  pure subroutine correct(n, dt, rho, e, p, q, old, new, rho1, e1, flux_x, flux_y)
    integer, intent(in) :: n(2)
    real(real64), intent(in) :: dt
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, e, p, q
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2, 2) :: old, new
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho1, e1, flux_x, flux_y
    real(real64) :: growth
    integer :: i, j
    do j = 1, n(2) + 1
      !GCC$ ivdep
      do i = 1, n(1) + 1
        flux_x(i, j) = 0.25_real64 * dt * ((old(i, j, 1) + new(i, j, 1)) + (old(i, j + 1, 1) + new(i, j + 1, 1)))
        flux_y(i, j) = 0.25_real64 * dt * ((old(i, j, 2) + new(i, j, 2)) + (old(i + 1, j, 2) + new(i + 1, j, 2)))
      end do
    end do
    do j = 1, n(2)
      !GCC$ ivdep
      do i = 1, n(1)
        growth = (flux_x(i + 1, j) - flux_x(i, j)) + (flux_y(i, j + 1) - flux_y(i, j))
        rho1(i, j) = rho(i, j) / (1 + growth)
        e1(i, j) = e(i, j) - (p(i, j) + q(i, j)) * growth / rho(i, j)
      end do
    end do
  end subroutine correct

  ! The smaller of two slopes, 0 where they have different signs.
  elemental real(real64) function limited(a, b)
    real(real64), intent(in) :: a, b
    limited = (sign(0.5_real64, a) + sign(0.5_real64, b)) * merge(abs(a), abs(b), abs(a) < abs(b))
  end function limited

  ! The quantity that a flux carries between cells b and c of a row a to d; `part_of` is the part of the donor that leaves.
  elemental real(real64) function carried(flux, part_of, a, b, c, d)
    real(real64), intent(in) :: flux, part_of, a, b, c, d
    carried = inflow(flux, b + 0.5_real64 * (1 - part_of) * limited(b - a, c - b), &
      c - 0.5_real64 * (1 - part_of) * limited(c - b, d - c))
  end function carried

  ! Mass and energy along one axis (x, y: 1, 0 or 0, 1); `along` and `across`: fluxes of volume. Those across come later or came.
  pure subroutine remap(n, x, y, is_first, along, across, rho, e, mass, heat)
    integer, intent(in) :: n(2), x, y
    logical, intent(in) :: is_first
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: along, across
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, e, mass, heat
    real(real64) :: later
    integer :: j
    do j = 1, n(2) + y
      call carry_row(n(1) + x, along(1, j), rho(1 - 2 * x, j - 2 * y), rho(1 - x, j - y), rho(1, j), rho(1 + x, j + y), &
        e(1 - 2 * x, j - 2 * y), e(1 - x, j - y), e(1, j), e(1 + x, j + y), mass(1, j), heat(1, j))
    end do
    later = merge(1.0_real64, 0.0_real64, is_first)
    do j = 1, n(2)
      call gather_row(n(1), later, along(1, j), along(1 + x, j + y), across(1, j), across(1 + y, j + x), mass(1, j), &
        mass(1 + x, j + y), heat(1, j), heat(1 + x, j + y), rho(1, j), e(1, j))
    end do
  end subroutine remap

  ! A row of the fluxes of mass and energy; r and f: density and energy of the four cells around.
  pure subroutine carry_row(n, along, ra, rb, rc, rd, fa, fb, fc, fd, mass, heat)
    integer, intent(in) :: n
    real(real64), intent(in), dimension(n) :: along, ra, rb, rc, rd, fa, fb, fc, fd
    real(real64), intent(inout), dimension(n) :: mass, heat
    integer :: i
    !GCC$ ivdep
    do i = 1, n
      mass(i) = carried(along(i), abs(along(i)), ra(i), rb(i), rc(i), rd(i))
      heat(i) = carried(mass(i), abs(along(i)), fa(i), fb(i), fc(i), fd(i))
    end do
  end subroutine carry_row

  ! A row of density and energy, from the fluxes at both sides.
  pure subroutine gather_row(n, later, along, along_up, across, across_up, mass, mass_up, heat, heat_up, rho, e)
    integer, intent(in) :: n
    real(real64), intent(in) :: later
    real(real64), intent(in), dimension(n) :: along, along_up, across, across_up, mass, mass_up, heat, heat_up
    real(real64), intent(inout), dimension(n) :: rho, e
    real(real64) :: after, held
    integer :: i
    !GCC$ ivdep
    do i = 1, n
      after = 1 + later * (across_up(i) - across(i))
      held = rho(i) * (after + (along_up(i) - along(i)))
      rho(i) = held + (mass(i) - mass_up(i))
      e(i) = (held * e(i) + (heat(i) - heat_up(i))) / rho(i)
      rho(i) = rho(i) / after
    end do
  end subroutine gather_row

  ! Momentum of the own nodes, along both axes at once: what crosses half way between two nodes comes from the donor.
  pure subroutine remap_momentum(n, rho, mass_x, mass_y, u1, v1, u0, v0)
    integer, intent(in) :: n(2)
    real(real64), intent(in), dimension(-1:n(1) + 2, -1:n(2) + 2) :: rho, mass_x, mass_y, u1, v1
    real(real64), intent(inout), dimension(-1:n(1) + 2, -1:n(2) + 2) :: u0, v0
    real(real64) :: held, west, east, south, north, left
    integer :: i, j
    do j = 1, n(2)
      !GCC$ ivdep
      do i = 1, n(1)
        held = 0.25_real64 * ((rho(i - 1, j - 1) + rho(i, j - 1)) + (rho(i - 1, j) + rho(i, j)))
        west = 0.25_real64 * ((mass_x(i - 1, j - 1) + mass_x(i, j - 1)) + (mass_x(i - 1, j) + mass_x(i, j)))
        east = 0.25_real64 * ((mass_x(i, j - 1) + mass_x(i + 1, j - 1)) + (mass_x(i, j) + mass_x(i + 1, j)))
        south = 0.25_real64 * ((mass_y(i - 1, j - 1) + mass_y(i, j - 1)) + (mass_y(i - 1, j) + mass_y(i, j)))
        north = 0.25_real64 * ((mass_y(i - 1, j) + mass_y(i, j)) + (mass_y(i - 1, j + 1) + mass_y(i, j + 1)))
        left = 1 / (held + ((west - east) + (south - north)))
        u0(i, j) = left * (held * u1(i, j) + gained(west, east, south, north, u1(i, j), u1(i - 1, j), u1(i + 1, j), &
          u1(i, j - 1), u1(i, j + 1)))
        v0(i, j) = left * (held * v1(i, j) + gained(west, east, south, north, v1(i, j), v1(i - 1, j), v1(i + 1, j), &
          v1(i, j - 1), v1(i, j + 1)))
      end do
    end do
  end subroutine remap_momentum

  ! The momentum that enters through four sides less what leaves, from donors: the node itself or a neighbour.
  elemental real(real64) function gained(west, east, south, north, own, at_west, at_east, at_south, at_north)
    real(real64), intent(in) :: west, east, south, north, own, at_west, at_east, at_south, at_north
    gained = ((inflow(west, at_west, own) - inflow(east, own, at_east)) + &
      (inflow(south, at_south, own) - inflow(north, own, at_north)))
  end function gained

  ! A flux times `below` where the flux is positive, or `above` where it is negative. Without a condition, for vectors.
  elemental real(real64) function inflow(flux, below, above)
    real(real64), intent(in) :: flux, below, above
    inflow = 0.5_real64 * ((flux + abs(flux)) * below + (flux - abs(flux)) * above)
  end function inflow

  ! A sum of all bits of the own values, weighted by their positions in the whole domain. Parts are added, modulo `digest_modulus`.
  pure function digest_of(mine) result(bits)
    type(part), intent(in) :: mine
    integer, parameter :: final(4) = [density, energy, u, v]
    integer(int64) :: bits, position, value
    integer :: i, j, f
    bits = 0
    do f = 1, 4
      do j = 1, mine%cells(2)
        do i = 1, mine%cells(1)
          position = i + mine%before(1) + mine%whole(1) * (j + mine%before(2) + int(mine%whole(2), int64) * f)
          value = transfer(mine%field(i, j, final(f)), 0_int64)
          bits = mod(bits + mod(ibits(value, 0, 32) * mod(position, weights) + &
            ibits(value, 32, 32) * mod(2 * position + 1, weights), digest_modulus), digest_modulus)
        end do
      end do
    end do
  end function digest_of

  ! Ends the program where a serial run of the whole domain gives another digest. The driver compares the larger sizes.
  subroutine verify(problem, digest)
    type(hydro_case), intent(in) :: problem
    integer(int64), intent(in) :: digest
    type(part) :: whole
    integer :: step, stage
    if (problem%size /= 'tiny' .and. problem%size /= 'quick') return
    whole = make_part(problem, 0, 1)
    call fill(whole)
    do step = 1, problem%steps
      do stage = 1, 6
        if (stage /= 2) call wrap(whole, max(1, stage - 1))
        call compute(whole, stage)
        whole%dt = whole%limit
      end do
    end do
    if (digest /= digest_of(whole)) call stop_with('the fields differ from those of a serial run')
  end subroutine verify

end module hydro2d_kernel
