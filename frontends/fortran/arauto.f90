! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified access for coarray programs: which event tells of which data, how many notifications have come, and the
! notify variable of the next put. Interfaces only; the procedures are in libcaf_arauto.
module arauto
  use, intrinsic :: iso_c_binding, only: c_char, c_int
  use, intrinsic :: iso_fortran_env, only: notify_type => event_type
  implicit none (type, external)
  private
  public :: notify_type, notify_query, arauto_notify_next

  interface
    !> The notifications of a notify variable of this image that no NOTIFY WAIT has taken yet. Never waits.
    !> @param notify  a coarray of type notify_type or event_type, or an element of one
    !> @error  stat is positive when it is no such variable; without stat the program ends with a sentence
    subroutine notify_query(notify, count, stat) bind(c, name="arauto_fortran_notify_query")
      import :: c_int
      type(*), intent(in) :: notify
      integer(c_int), intent(inout) :: count ! set on success only
      integer(c_int), intent(out), optional :: stat
    end subroutine notify_query

    !> The next put to another image, or to this one, by this thread also adds one to this notify variable there, after
    !> its data: `call arauto_notify_next(n); x(:)[k] = y` is `x(:)[k, notify=n] = y`.
    !> @param notify  as for notify_query; the variable of this image stands for that of the image that is reached
    subroutine arauto_notify_next(notify) bind(c, name="arauto_fortran_notify_next")
      type(*), intent(in) :: notify
    end subroutine arauto_notify_next
  end interface
end module arauto
