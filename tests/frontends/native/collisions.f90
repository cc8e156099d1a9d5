! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Two modules, each with an accessor of the same number: each statement must read by its own.
program collisions
  use dynamics_land, only: x, read_land
  use transport_energy, only: a, read_first, read_energy
  implicit none
  integer :: me, next
  me = this_image()
  next = mod(me, num_images()) + 1
  x = 1000 * me + [1, 2, 3]
  a = 2000 * me + [1, 2, 3]
  sync all
  if (read_land(next) /= 1000 * next + 2) error stop 'the accessor of another module has read for dynamics_land'
  if (read_energy(next) /= 2000 * next + 3) error stop 'the accessor of another module has read for transport_energy'
  if (read_first(next) /= 2000 * next + 1) error stop 'wrong'
  sync all
end program collisions
