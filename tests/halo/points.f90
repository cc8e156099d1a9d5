! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Halo exchanges of points of an unstructured mesh from Fortran: each image owns some points of a ring and needs those up
! to two away. Gathers, scatters and shares of values with one component and with several must have what the ring says.
program points
  use arauto_halo
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none (type, external)
  integer, parameter :: owned = 5, reach = 2
  type(halo_map) :: map
  integer(int64), allocatable :: needed(:)
  integer :: first, total, i

  first = owned * (this_image() - 1)
  total = owned * num_images()
  needed = points_beside()
  call halo_map_create(map, owned, needed, point_bytes=24)
  call check_localize()
  call gather_values()
  call gather_components()
  call scatter_values()
  call refusals()
  call halo_map_free(map)
  if (num_images() > 1) call share_values()
  deallocate(needed)

contains

  subroutine require(holds, text)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: text
    if (holds) return
    write (error_unit, '(a,i0,2a)') 'image ', this_image(), ': ', text
    error stop 1
  end subroutine require

  ! The foreign points near the own ones, ascending.
  function points_beside() result(found)
    integer(int64), allocatable :: found(:)
    logical :: is_near(total)
    integer :: p, d
    is_near = .false.
    do p = first + 1, first + owned
      do d = -reach, reach
        is_near(1 + modulo(p - 1 + d, total)) = .true.
      end do
    end do
    is_near(first + 1:first + owned) = .false.
    found = pack([(int(p, int64), p=1, total)], is_near)
  end function points_beside

  subroutine check_localize()
    integer(int64) :: numbers(3)
    numbers = [int(first + 1, int64), 0_int64, merge(needed(1), int(first + 2, int64), size(needed) > 0)]
    call halo_localize(map, numbers)
    call require(numbers(1) == 1 .and. numbers(2) == 0, 'an own point is elsewhere')
    call require(numbers(3) == merge(owned + 1, 2, size(needed) > 0), 'a copy is elsewhere')
  end subroutine check_localize

  subroutine gather_values()
    real(real64), target :: u(owned + size(needed))
    u = -1
    u(:owned) = [(10.0_real64 * (first + i), i=1, owned)]
    call halo_gather(map, u)
    call require(all_equal(u(owned + 1:), 10.0_real64 * needed), 'a wrong copy')
  end subroutine gather_values

  ! Components along the second dimension, then along the first.
  subroutine gather_components()
    real(real64), target :: a(owned + size(needed), 3), b(3, owned + size(needed))
    integer :: c
    a = -1
    do c = 1, 3
      a(:owned, c) = [(10.0_real64 * (first + i) + c, i=1, owned)]
    end do
    b = transpose(a)
    call halo_gather(map, a)
    call halo_gather_begin(map, b, points_along=2)
    call halo_map_end(map)
    do c = 1, 3
      call require(all_equal(a(owned + 1:, c), 10.0_real64 * needed + c), 'a wrong component')
    end do
    call require(all_equal(reshape(b, [size(b)]), reshape(transpose(a), [size(b)])), 'other components along dimension 2')
  end subroutine gather_components

  ! Each owner adds up the copies: as many as there are images near the point.
  subroutine scatter_values()
    integer, target :: n(owned + size(needed))
    integer :: p, image, wanted
    n = 1
    call halo_scatter(map, n, halo_sum)
    do p = 1, owned
      wanted = 1
      do image = 1, num_images()
        if (image /= this_image() .and. is_near_to(image, first + p)) wanted = wanted + 1
      end do
      call require(n(p) == wanted, 'a wrong sum')
    end do
  end subroutine scatter_values

  logical function is_near_to(image, p)
    integer, intent(in) :: image, p
    integer :: q, distance
    is_near_to = .false.
    do q = owned * (image - 1) + 1, owned * image
      distance = modulo(p - q, total)
      is_near_to = is_near_to .or. min(distance, total - distance) <= reach
    end do
  end function is_near_to

  ! One point that all images have.
  subroutine share_values()
    complex(real64), target :: z(1)
    integer :: others(num_images() - 1), image
    integer(int64) :: ones(num_images() - 1)
    others = pack([(image, image=1, num_images())], [(image /= this_image(), image=1, num_images())])
    ones = 1
    call halo_lists_create(map, others, spread(1, 1, size(others)), ones, spread(1, 1, size(others)), ones, point_bytes=16)
    z = cmplx(this_image(), -this_image(), real64)
    call halo_share(map, z)
    call require(nint(z(1)%re) == num_images() * (num_images() + 1) / 2 .and. nint(z(1)%im) == -nint(z(1)%re), 'a wrong share')
    call halo_map_free(map)
  end subroutine share_values

  pure logical function all_equal(a, b)
    real(real64), intent(in) :: a(:), b(:)
    all_equal = all(nint(a) == nint(b))
  end function all_equal

  subroutine refusals()
    logical, target :: flags(owned + size(needed))
    real(real64), target :: cube(2, 2, 2)
    integer :: stat
    character(len=200) :: message
    flags = .false.
    call halo_scatter(map, flags, stat=stat, errmsg=message)
    call require(stat > 0 .and. index(message, 'are not combined') > 0, 'not refused: ' // trim(message))
    cube = 0
    call halo_gather(map, cube, stat=stat, errmsg=message)
    call require(stat > 0 .and. index(message, '3 dimensions') > 0, 'not refused: ' // trim(message))
  end subroutine refusals

end program points
