! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Notified access for coarray programs: attaches events to data, counts the notifications that have come, and names the
! notify variable of the next put. Interfaces only; the procedures are in libcaf_arauto.
module arauto
  use, intrinsic :: iso_c_binding, only: c_char, c_int
  use, intrinsic :: iso_fortran_env, only: notify_type => event_type
  implicit none (type, external)
  private
  public :: notify_type, event_attach, event_detach, notify_query, arauto_notify_next

  interface
    !> From now on every put that touches `coarray` of this image, by any image, posts `event` of this image once its data
    !> is there: `call event_attach(column_came(j), a(:, j))`. Local; no other image takes part or waits.
    !> @param event   an event coarray of this image, or an element of one
    !> @param coarray  a coarray of this image or a part of one: scalar, array, section, component
    !> @param access  'put' (default), or 'get': reads of `coarray` by any image post instead
    !> @order  puts ordered after the call by image control statements post for certain
    !> @error  stat is positive, or without it the program ends with a sentence: no event coarray, no coarray, a range
    !>         outside it, the same attachment twice, no memory. Nothing is changed then
    !> @source Notified Access in Coarray Fortran, Fanfarillo and Del Vento, listing 4
    subroutine event_attach(event, coarray, stat, access) bind(c, name="arauto_fortran_event_attach")
      import :: c_char, c_int
      type(*), intent(in) :: event
      type(*), intent(in) :: coarray(..)
      integer(c_int), intent(out), optional :: stat
      character(kind=c_char, len=*), intent(in), optional :: access
    end subroutine event_attach

    !> Takes attachments of `event` back: the one to exactly `coarray`, or all. Deallocating either does the same.
    !> @error  as event_attach; also when there is no such attachment
    subroutine event_detach(event, coarray, stat) bind(c, name="arauto_fortran_event_detach")
      import :: c_int
      type(*), intent(in) :: event
      type(*), intent(in), optional :: coarray(..)
      integer(c_int), intent(out), optional :: stat
    end subroutine event_detach

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
    !> @param notify  as for notify_query; the variable of this image names that of the image that is reached
    subroutine arauto_notify_next(notify) bind(c, name="arauto_fortran_notify_next")
      type(*), intent(in) :: notify
    end subroutine arauto_notify_next
  end interface
end module arauto
