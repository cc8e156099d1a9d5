! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! The halo exchange of an atmosphere model, in the forms of "Scalable Remote Memory Access Halo Exchange with Reduced
! Synchronization Cost": each form steps the same fields, which must be those of a serial run in every bit, and is timed then.
! Prints "verified FORM DIGEST" and, for each batch, "halo FORM DEPTH EAST_WEST NORTH_SOUTH WHOLE": microseconds of one exchange
! of one field; depth 0 is a step of the model, whose exchanges are of several depths. A form that does both directions at
! once has NaN for the two.
program halo
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  use mpi
  use halo_form, only: form_type, lane, make_lanes
  use halo_kernel
  use halo_library, only: library_forms, make_library
  use halo_notified, only: notified_forms, make_notified
  use halo_pscw, only: pscw_created, pscw_dynamic
  use halo_two_sided, only: two_sided
  implicit none (type)
  integer, parameter :: steps = 2, depths(4) = [1, 2, 5, 0]
  character(len=*), parameter :: bound = 'unsynchronised'

  type :: candidate
    character(len=20) :: name = ''
    class(form_type), allocatable :: form
    integer :: rounds(size(depths)) = 0     ! in a batch
  end type candidate

  type(halo_case) :: problem
  type(part), target :: mine
  type(lane) :: lanes(2)
  type(candidate) :: candidates(9)
  integer :: me, ranks, error, i, batch, at, number = 0

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  problem = read_case()
  call divide()
  call make_candidates()
  call verify()
  do batch = 1, problem%batches
    do at = 1, size(depths)
      do i = 1, number
        call time(candidates(1 + mod(i + batch, number)), at)   ! none is always the first
      end do
    end do
  end do
  do i = 1, number
    call candidates(i)%form%end()
  end do
  call MPI_Finalize(error)

contains

  subroutine divide()
    integer :: grid(2)
    grid = [problem%px, problem%py]
    if (any(grid == 0)) call MPI_Dims_create(ranks, 2, grid, error)
    problem%px = grid(1)
    problem%py = grid(2)
    if (product(grid) /= ranks .or. problem%nx / grid(1) < widest .or. problem%ny / grid(2) < widest) then
      if (me == 0) write (error_unit, '(a,i0,5(a,i0))') 'halo: ', ranks, ' processes cannot divide a field of ', &
        problem%nx, ' x ', problem%ny, ' as ', grid(1), ' x ', grid(2), '; each needs at least this many columns and rows: ', widest
      call MPI_Abort(MPI_COMM_WORLD, 2, error)
    end if
    mine = make_part(problem, mod(me, problem%px), me / problem%px)
    lanes = make_lanes(problem%px, problem%py, [strip_length(mine, east_west, widest), strip_length(mine, north_south, widest)])
  end subroutine divide

  subroutine make_candidates()
    character(len=len(problem%forms)) :: rest
    integer :: comma
    rest = problem%forms
    if (rest == 'all') rest = 'two_sided,pscw_created,pscw_dynamic,' // library_forms // notified_forms
    do while (rest /= '' .and. number < size(candidates))
      comma = index(trim(rest) // ',', ',')
      call add_candidate(rest(:comma - 1))
      rest = rest(comma + 1:)
    end do
  end subroutine make_candidates

  subroutine add_candidate(name)
    character(len=*), intent(in) :: name
    integer :: side
    number = number + 1
    associate (new => candidates(number))
      new%name = name
      call make_form(name, new%form)
      new%form%lanes = lanes
      do side = low, high
        allocate(new%form%outgoing(side)%values(maxval(lanes%room)))
      end do
      call new%form%begin()
    end associate
  end subroutine add_candidate

  subroutine make_form(name, form)
    character(len=*), intent(in) :: name
    class(form_type), allocatable, intent(out) :: form
    select case (name)
    case ('two_sided')
      allocate(two_sided :: form)
    case ('pscw_created')
      allocate(pscw_created :: form)
    case ('pscw_dynamic')
      allocate(pscw_dynamic :: form)
    case default
      call make_notified(name, form)
      if (.not. allocated(form)) call make_library(name, problem, mine, form)
    end select
    if (allocated(form)) return
    if (me == 0) write (error_unit, '(3a)') 'halo: this program has no form "', name, '"'
    call MPI_Abort(MPI_COMM_WORLD, 2, error)
  end subroutine make_form

  subroutine verify()
    type(part) :: expected
    integer :: c
    expected = expected_part(problem, mine, steps)
    do c = 1, number
      call run_steps(candidates(c)%form)
      if (candidates(c)%name /= bound) call compare(candidates(c)%name, expected)
    end do
  end subroutine verify

  subroutine run_steps(form)
    class(form_type), intent(inout) :: form
    integer :: step, e, f
    real(real64) :: unused(2)
    unused = 0
    call fill(mine, problem)
    do step = 1, steps
      do e = 1, size(exchanges_of_step, 2)
        call form%exchange(mine, exchanges_of_step(1, e), exchanges_of_step(2, e), unused)
        call apply_stencil(mine, exchanges_of_step(1, e), exchanges_of_step(2, e))
      end do
    end do
    do f = 1, fields
      call form%exchange(mine, f, widest, unused)
    end do
  end subroutine run_steps

  subroutine compare(name, expected)
    character(len=*), intent(in) :: name
    type(part), intent(in) :: expected
    integer :: position(4)
    integer(int64) :: bits, together
    position = differ(mine%field, expected%field)
    if (any(position /= 0)) then
      write (error_unit, '(3a,i0,a,4(1x,i0))') 'halo: ', trim(name), ': rank ', me, ' differs from the serial run at i j k field', &
        position(1:2) - widest, position(3:4)
      call MPI_Abort(MPI_COMM_WORLD, 1, error)
    end if
    bits = digest(mine, problem)
    call MPI_Reduce(bits, together, 1, MPI_INTEGER8, MPI_SUM, 0, MPI_COMM_WORLD, error)
    if (me == 0) print '(3a,z16.16)', 'verified ', trim(name), ' ', mod(together, digest_modulus)
  end subroutine compare

  ! A batch: the mean over all ranks of what each direction took, and from the first start to the last end.
  subroutine time(this, at)
    type(candidate), intent(inout) :: this
    integer, intent(in) :: at
    real(real64) :: times(3)
    if (this%rounds(at) == 0) then
      call run_rounds(this%form, depths(at), 1, times)
      call run_rounds(this%form, depths(at), 3, times)
      this%rounds(at) = max(3, min(100000, int(problem%seconds / times(3))))
      call MPI_Bcast(this%rounds(at), 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
    end if
    call run_rounds(this%form, depths(at), this%rounds(at), times)
    if (me == 0) print '(3a,i0,3(1x,f0.3))', 'halo ', trim(this%name), ' ', depths(at), 1.0e6_real64 * times
  end subroutine time

  subroutine run_rounds(form, depth, rounds, times)
    class(form_type), intent(inout) :: form
    integer, intent(in) :: depth, rounds
    real(real64), intent(out) :: times(3)
    real(real64) :: seconds(2), ends(2), outermost(2)
    integer :: round, e
    seconds = 0
    call MPI_Barrier(MPI_COMM_WORLD, error)
    ends(1) = -clock()
    do round = 1, rounds
      if (depth > 0) then
        call form%exchange(mine, 1 + mod(round, fields), depth, seconds)
        cycle
      end if
      do e = 1, size(exchanges_of_step, 2)
        call form%exchange(mine, exchanges_of_step(1, e), exchanges_of_step(2, e), seconds)
      end do
    end do
    ends(2) = clock()
    call MPI_Allreduce(ends, outermost, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
    call MPI_Allreduce(seconds, times, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    times(1:2) = times(1:2) / ranks
    times(3) = sum(outermost)
    times = times / rounds
  end subroutine run_rounds

end program halo
