! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Wrong accesses to coarrays of other images, one to a run: its name is the program's argument.
program data
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_intptr_t, c_null_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit, team_type
  implicit none (type, external)
  type :: box
    integer, allocatable :: part(:)
    integer, pointer :: to(:) => null(), unmapped(:) => null()
  end type box
  type(box), save :: b[*]
  integer, save :: x[*], a(10)[*]
  integer :: me, ten, three, k, code, y(10), v(3)
  character(300) :: text
  character(40) :: name
  type(team_type) :: alone

  call get_command_argument(1, name)
  me = this_image()
  ten = 10
  three = 3
  v = [1, 5, 11]
  x = me
  a = me
  y = 0
  code = 0
  text = ''
  call c_f_pointer(transfer(1048576_c_intptr_t, c_null_ptr), b%unmapped, [10])
  form team (me, alone)
  sync all
  if (me == 2) then
    select case (name)   ! in the team this image is number 1
    case ('get_no_component_in_team')
      change team (alone)
        k = b[1]%part(1)
      end team
    case ('put_no_component_in_team')
      change team (alone)
        b[1]%part(1) = 3
      end team
    end select
  else
    select case (name)
    case ('get_no_component_in_team', 'put_no_component_in_team')
      continue
    case ('put_ten')
      x[ten] = 1
    case ('get_ten')
      k = x[ten]
    case ('put_zero')
      x[ten - 10] = 1
    case ('put_array_ten')
      a(:)[ten] = y
    case ('put_section_ten')
      a(1:10:three)[ten] = y(1:4)
    case ('get_array_ten')
      y = a(:)[ten]
    case ('get_section_ten')
      y(1:4) = a(1:10:three)[ten]
    case ('sendget_ten')
      a(:)[ten] = a(:)[2]
    case ('get_vector_outside')
      y(1:3) = a(v)[2]
    case ('put_vector_outside')
      a(v)[2] = y(1:3)
    case ('get_no_component')
      k = b[2]%part(1)
    case ('put_no_component')
      b[2]%part(1) = 3
    case ('get_no_target')
      k = b[2]%to(1)
    case ('put_too_few')
      a(1:three)[2] = y(1:three - 1)
    case ('get_too_many')
      y(1:three - 1) = a(1:three)[2]
    case ('put_outside')
      a(ten + 1000000)[2] = 3
    case ('get_outside')
      k = a(ten + 1000000)[2]
    case ('get_unmapped')
      k = b[2]%unmapped(3)
    case ('put_unmapped')
      b[2]%unmapped(3) = 1
      sync memory
    case ('told_unmapped')
      b[2]%unmapped(3) = 1
      sync memory (stat=code, errmsg=text)
      write (error_unit, '(a,i0,2a)') 'stat ', code, ': ', trim(text)
      sync memory (stat=code)
      write (error_unit, '(a,i0)') 'stat ', code
    case ('end_unmapped')
      b[2]%unmapped(3) = 1
      stop
    case default
      error stop 'there is no such case'
    end select
  end if
  sync all
  write (error_unit, '(a)') 'nothing was wrong'
end program data
