! SPDX-FileCopyrightText: the Arauto authors
! SPDX-License-Identifier: BSD-3-Clause
! Module prif: interfaces of PRIF 0.8 for programs that call it themselves, compiled by flang 22 or later. The procedures
! are in libprif_arauto_flang. Nearly all have a binding label, by which errmsg comes as a descriptor, as from flang's own
! lowering of coarrays.
module prif
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_int, c_int64_t, c_intptr_t, c_null_ptr, c_ptr, c_ptrdiff_t, c_size_t
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, atomic_logical_kind, current_team, initial_team, parent_team, &
    stat_failed_image, stat_locked, stat_locked_other_image, stat_stopped_image, stat_unlocked, stat_unlocked_failed_image
  implicit none
  private

  integer(c_int), parameter, public :: PRIF_VERSION_MAJOR = 0, PRIF_VERSION_MINOR = 8
  integer, parameter, public :: PRIF_ATOMIC_INT_KIND = atomic_int_kind, PRIF_ATOMIC_LOGICAL_KIND = atomic_logical_kind
  integer(c_int), parameter, public :: PRIF_CURRENT_TEAM = current_team, PRIF_INITIAL_TEAM = initial_team, &
    PRIF_PARENT_TEAM = parent_team
  integer(c_int), parameter, public :: PRIF_STAT_FAILED_IMAGE = stat_failed_image, PRIF_STAT_LOCKED = stat_locked, &
    PRIF_STAT_LOCKED_OTHER_IMAGE = stat_locked_other_image, PRIF_STAT_STOPPED_IMAGE = stat_stopped_image, &
    PRIF_STAT_UNLOCKED = stat_unlocked, PRIF_STAT_UNLOCKED_FAILED_IMAGE = stat_unlocked_failed_image
  integer(c_int), parameter, public :: PRIF_STAT_OUT_OF_MEMORY = 201, PRIF_STAT_ALREADY_INIT = 202

  ! Variables of these types are zero at first. Their first 32 bits belong to the library.
  type, public :: prif_event_type
    private
    integer(c_int64_t) :: slot = 0
  end type prif_event_type
  type, public :: prif_notify_type
    private
    integer(c_int64_t) :: slot = 0
  end type prif_notify_type
  type, public :: prif_lock_type
    private
    integer(c_int64_t) :: slot = 0
  end type prif_lock_type
  type, public :: prif_critical_type
    private
    integer(c_int64_t) :: slot = 0
  end type prif_critical_type

  type, bind(C), public :: prif_coarray_handle
    private
    type(c_ptr) :: coarray = c_null_ptr
  end type prif_coarray_handle

  ! As long as flang's descriptor of a team variable, and never equal to one.
  type, bind(C), public :: prif_team_type
    private
    integer(c_int64_t) :: team = 0
    integer(c_int64_t) :: unused(4) = 0
  end type prif_team_type

  abstract interface
    subroutine prif_stop_callback_interface(is_error_stop, quiet, stop_code_int, stop_code_char)
      import :: c_bool, c_int
      logical(c_bool), intent(in) :: is_error_stop, quiet
      integer(c_int), intent(in), optional :: stop_code_int
      character(len=*), intent(in), optional :: stop_code_char
    end subroutine prif_stop_callback_interface
    subroutine prif_operation_wrapper_interface(arg1, arg2_and_out, count, cdata) bind(C)
      import :: c_ptr, c_size_t
      type(c_ptr), value, intent(in) :: arg1, arg2_and_out
      integer(c_size_t), value, intent(in) :: count
      type(c_ptr), value, intent(in) :: cdata
    end subroutine prif_operation_wrapper_interface
    subroutine prif_coarray_cleanup_interface(handle) bind(C)
      import :: prif_coarray_handle
      type(prif_coarray_handle), value, intent(in) :: handle
    end subroutine prif_coarray_cleanup_interface
  end interface
  public :: prif_stop_callback_interface, prif_operation_wrapper_interface, prif_coarray_cleanup_interface

  public :: prif_stop, prif_error_stop
  public :: prif_init, prif_register_stop_callback, prif_fail_image, prif_allocate_coarray, prif_allocate
  public :: prif_deallocate_coarray, prif_deallocate_coarrays, prif_deallocate, prif_alias_create, prif_alias_destroy
  public :: prif_put, prif_put_with_notify, prif_put_with_notify_indirect, prif_put_indirect
  public :: prif_put_indirect_with_notify, prif_put_indirect_with_notify_indirect, prif_put_strided
  public :: prif_put_strided_with_notify, prif_put_strided_with_notify_indirect, prif_put_strided_indirect
  public :: prif_put_strided_indirect_with_notify, prif_put_strided_indirect_with_notify_indirect, prif_get
  public :: prif_get_indirect, prif_get_strided, prif_get_strided_indirect, prif_lcobound_with_dim
  public :: prif_lcobound_no_dim, prif_ucobound_with_dim, prif_ucobound_no_dim, prif_coshape, prif_image_index
  public :: prif_image_index_with_team, prif_image_index_with_team_number, prif_initial_team_index
  public :: prif_initial_team_index_with_team, prif_initial_team_index_with_team_number, prif_this_image_no_coarray
  public :: prif_this_image_with_coarray, prif_this_image_with_dim, prif_num_images, prif_num_images_with_team
  public :: prif_num_images_with_team_number, prif_failed_images, prif_stopped_images, prif_image_status
  public :: prif_local_data_pointer, prif_set_context_data, prif_get_context_data, prif_size_bytes, prif_co_sum
  public :: prif_co_min, prif_co_max, prif_co_min_character, prif_co_max_character, prif_co_reduce, prif_co_reduce_cptr
  public :: prif_co_broadcast, prif_co_broadcast_cptr, prif_form_team, prif_change_team, prif_end_team, prif_get_team
  public :: prif_team_number, prif_sync_all, prif_sync_images, prif_sync_team, prif_sync_memory, prif_lock
  public :: prif_lock_indirect, prif_unlock, prif_unlock_indirect, prif_critical, prif_end_critical, prif_event_post
  public :: prif_event_post_indirect, prif_event_wait, prif_event_query, prif_notify_wait, prif_atomic_add
  public :: prif_atomic_add_indirect, prif_atomic_fetch_add, prif_atomic_fetch_add_indirect, prif_atomic_and
  public :: prif_atomic_and_indirect, prif_atomic_fetch_and, prif_atomic_fetch_and_indirect, prif_atomic_or
  public :: prif_atomic_or_indirect, prif_atomic_fetch_or, prif_atomic_fetch_or_indirect, prif_atomic_xor
  public :: prif_atomic_xor_indirect, prif_atomic_fetch_xor, prif_atomic_fetch_xor_indirect, prif_atomic_define_int
  public :: prif_atomic_define_int_indirect, prif_atomic_define_logical, prif_atomic_define_logical_indirect
  public :: prif_atomic_ref_int, prif_atomic_ref_int_indirect, prif_atomic_ref_logical
  public :: prif_atomic_ref_logical_indirect, prif_atomic_cas_int, prif_atomic_cas_int_indirect
  public :: prif_atomic_cas_logical, prif_atomic_cas_logical_indirect

  interface
    module subroutine prif_stop(quiet, stop_code_int, stop_code_char)
      logical(c_bool), intent(in) :: quiet
      integer(c_int), intent(in), optional :: stop_code_int
      character(len=*), intent(in), optional :: stop_code_char
    end subroutine prif_stop
    module subroutine prif_error_stop(quiet, stop_code_int, stop_code_char)
      logical(c_bool), intent(in) :: quiet
      integer(c_int), intent(in), optional :: stop_code_int
      character(len=*), intent(in), optional :: stop_code_char
    end subroutine prif_error_stop
    subroutine prif_init(stat) bind(C, name='_QMprifPprif_init')
      import
      integer(c_int), intent(out) :: stat
    end subroutine prif_init
    subroutine prif_register_stop_callback(callback) bind(C, name='_QMprifPprif_register_stop_callback')
      import
      procedure(prif_stop_callback_interface), pointer, intent(in) :: callback
    end subroutine prif_register_stop_callback
    subroutine prif_fail_image() bind(C, name='_QMprifPprif_fail_image')
    end subroutine prif_fail_image
    subroutine prif_allocate_coarray(lcobounds, ucobounds, size_in_bytes, final_proc, coarray_handle, allocated_memory, &
      stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_allocate_coarray')
      import
      integer(c_int64_t), intent(in) :: lcobounds(:), ucobounds(:)
      integer(c_size_t), intent(in) :: size_in_bytes
      procedure(prif_coarray_cleanup_interface), pointer, intent(in) :: final_proc
      type(prif_coarray_handle), intent(out) :: coarray_handle
      type(c_ptr), intent(out) :: allocated_memory
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_allocate_coarray
    subroutine prif_allocate(size_in_bytes, allocated_memory, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_allocate')
      import
      integer(c_size_t), intent(in) :: size_in_bytes
      type(c_ptr), intent(out) :: allocated_memory
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_allocate
    subroutine prif_deallocate_coarray(coarray_handle, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_deallocate_coarray')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_deallocate_coarray
    subroutine prif_deallocate_coarrays(coarray_handles, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_deallocate_coarrays')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handles(:)
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_deallocate_coarrays
    subroutine prif_deallocate(mem, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_deallocate')
      import
      type(c_ptr), intent(in) :: mem
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_deallocate
    subroutine prif_alias_create(source_handle, alias_lcobounds, alias_ucobounds, data_pointer_offset, alias_handle) &
      bind(C, name='_QMprifPprif_alias_create')
      import
      type(prif_coarray_handle), intent(in) :: source_handle
      integer(c_int64_t), intent(in) :: alias_lcobounds(:), alias_ucobounds(:)
      integer(c_size_t), intent(in) :: data_pointer_offset
      type(prif_coarray_handle), intent(out) :: alias_handle
    end subroutine prif_alias_create
    subroutine prif_alias_destroy(alias_handle) bind(C, name='_QMprifPprif_alias_destroy')
      import
      type(prif_coarray_handle), intent(in) :: alias_handle
    end subroutine prif_alias_destroy
    subroutine prif_lcobound_with_dim(coarray_handle, dim, lcobound) bind(C, name='_QMprifPprif_lcobound_with_dim')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int), intent(in) :: dim
      integer(c_int64_t), intent(out) :: lcobound
    end subroutine prif_lcobound_with_dim
    subroutine prif_lcobound_no_dim(coarray_handle, lcobounds) bind(C, name='_QMprifPprif_lcobound_no_dim')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(out) :: lcobounds(:)
    end subroutine prif_lcobound_no_dim
    subroutine prif_ucobound_with_dim(coarray_handle, dim, ucobound) bind(C, name='_QMprifPprif_ucobound_with_dim')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int), intent(in) :: dim
      integer(c_int64_t), intent(out) :: ucobound
    end subroutine prif_ucobound_with_dim
    subroutine prif_ucobound_no_dim(coarray_handle, ucobounds) bind(C, name='_QMprifPprif_ucobound_no_dim')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(out) :: ucobounds(:)
    end subroutine prif_ucobound_no_dim
    subroutine prif_coshape(coarray_handle, sizes) bind(C, name='_QMprifPprif_coshape')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_size_t), intent(out) :: sizes(:)
    end subroutine prif_coshape
    subroutine prif_image_index(coarray_handle, sub, image_index) bind(C, name='_QMprifPprif_image_index')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:)
      integer(c_int), intent(out) :: image_index
    end subroutine prif_image_index
    subroutine prif_image_index_with_team(coarray_handle, sub, team, image_index) &
      bind(C, name='_QMprifPprif_image_index_with_team')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:)
      type(prif_team_type), intent(in) :: team
      integer(c_int), intent(out) :: image_index
    end subroutine prif_image_index_with_team
    subroutine prif_image_index_with_team_number(coarray_handle, sub, team_number, image_index) &
      bind(C, name='_QMprifPprif_image_index_with_team_number')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:), team_number
      integer(c_int), intent(out) :: image_index
    end subroutine prif_image_index_with_team_number
    subroutine prif_initial_team_index(coarray_handle, sub, initial_team_index, stat) &
      bind(C, name='_QMprifPprif_initial_team_index')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:)
      integer(c_int), intent(out) :: initial_team_index
      integer(c_int), intent(out), optional :: stat
    end subroutine prif_initial_team_index
    subroutine prif_initial_team_index_with_team(coarray_handle, sub, team, initial_team_index, stat) &
      bind(C, name='_QMprifPprif_initial_team_index_with_team')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:)
      type(prif_team_type), intent(in) :: team
      integer(c_int), intent(out) :: initial_team_index
      integer(c_int), intent(out), optional :: stat
    end subroutine prif_initial_team_index_with_team
    subroutine prif_initial_team_index_with_team_number(coarray_handle, sub, team_number, initial_team_index, stat) &
      bind(C, name='_QMprifPprif_initial_team_index_with_team_number')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int64_t), intent(in) :: sub(:), team_number
      integer(c_int), intent(out) :: initial_team_index
      integer(c_int), intent(out), optional :: stat
    end subroutine prif_initial_team_index_with_team_number
    subroutine prif_this_image_no_coarray(team, this_image) bind(C, name='_QMprifPprif_this_image_no_coarray')
      import
      type(prif_team_type), intent(in), optional :: team
      integer(c_int), intent(out) :: this_image
    end subroutine prif_this_image_no_coarray
    subroutine prif_this_image_with_coarray(coarray_handle, team, cosubscripts) &
      bind(C, name='_QMprifPprif_this_image_with_coarray')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      type(prif_team_type), intent(in), optional :: team
      integer(c_int64_t), intent(out) :: cosubscripts(:)
    end subroutine prif_this_image_with_coarray
    subroutine prif_this_image_with_dim(coarray_handle, dim, team, cosubscript) bind(C, name='_QMprifPprif_this_image_with_dim')
      import
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_int), intent(in) :: dim
      type(prif_team_type), intent(in), optional :: team
      integer(c_int64_t), intent(out) :: cosubscript
    end subroutine prif_this_image_with_dim
    subroutine prif_num_images(num_images) bind(C, name='_QMprifPprif_num_images')
      import
      integer(c_int), intent(out) :: num_images
    end subroutine prif_num_images
    subroutine prif_num_images_with_team(team, num_images) bind(C, name='_QMprifPprif_num_images_with_team')
      import
      type(prif_team_type), intent(in) :: team
      integer(c_int), intent(out) :: num_images
    end subroutine prif_num_images_with_team
    subroutine prif_num_images_with_team_number(team_number, num_images) &
      bind(C, name='_QMprifPprif_num_images_with_team_number')
      import
      integer(c_int64_t), intent(in) :: team_number
      integer(c_int), intent(out) :: num_images
    end subroutine prif_num_images_with_team_number
    subroutine prif_failed_images(team, failed_images) bind(C, name='_QMprifPprif_failed_images')
      import
      type(prif_team_type), intent(in), optional :: team
      integer(c_int), allocatable, intent(out) :: failed_images(:)
    end subroutine prif_failed_images
    subroutine prif_stopped_images(team, stopped_images) bind(C, name='_QMprifPprif_stopped_images')
      import
      type(prif_team_type), intent(in), optional :: team
      integer(c_int), allocatable, intent(out) :: stopped_images(:)
    end subroutine prif_stopped_images
    subroutine prif_image_status(image, team, image_status) bind(C, name='_QMprifPprif_image_status')
      import
      integer(c_int), intent(in) :: image
      type(prif_team_type), intent(in), optional :: team
      integer(c_int), intent(out) :: image_status
    end subroutine prif_image_status
    subroutine prif_local_data_pointer(coarray_handle, local_data) bind(C, name='prif_local_data_pointer')
      import
      type(prif_coarray_handle), value, intent(in) :: coarray_handle
      type(c_ptr), intent(out) :: local_data
    end subroutine prif_local_data_pointer
    subroutine prif_set_context_data(coarray_handle, context_data) bind(C, name='prif_set_context_data')
      import
      type(prif_coarray_handle), value, intent(in) :: coarray_handle
      type(c_ptr), value, intent(in) :: context_data
    end subroutine prif_set_context_data
    subroutine prif_get_context_data(coarray_handle, context_data) bind(C, name='prif_get_context_data')
      import
      type(prif_coarray_handle), value, intent(in) :: coarray_handle
      type(c_ptr), intent(out) :: context_data
    end subroutine prif_get_context_data
    subroutine prif_size_bytes(coarray_handle, data_size) bind(C, name='prif_size_bytes')
      import
      type(prif_coarray_handle), value, intent(in) :: coarray_handle
      integer(c_size_t), intent(out) :: data_size
    end subroutine prif_size_bytes
    subroutine prif_co_sum(a, result_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_sum')
      import
      type(*), intent(inout), target :: a(..)
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_sum
    subroutine prif_co_min(a, result_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_min')
      import
      type(*), intent(inout), target :: a(..)
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_min
    subroutine prif_co_max(a, result_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_max')
      import
      type(*), intent(inout), target :: a(..)
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_max
    subroutine prif_co_min_character(a, result_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_min_character')
      import
      character(len=*, kind=c_char), intent(inout), target :: a(..)
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_min_character
    subroutine prif_co_max_character(a, result_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_max_character')
      import
      character(len=*, kind=c_char), intent(inout), target :: a(..)
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_max_character
    subroutine prif_co_reduce(a, operation_wrapper, cdata, result_image, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_co_reduce')
      import
      type(*), intent(inout), target :: a(..)
      procedure(prif_operation_wrapper_interface), pointer, intent(in) :: operation_wrapper
      type(c_ptr), value, intent(in) :: cdata
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_reduce
    subroutine prif_co_reduce_cptr(a_ptr, element_size, element_count, operation_wrapper, cdata, result_image, stat, &
      errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_co_reduce_cptr')
      import
      type(c_ptr), intent(in) :: a_ptr
      integer(c_size_t), intent(in) :: element_size, element_count
      procedure(prif_operation_wrapper_interface), pointer, intent(in) :: operation_wrapper
      type(c_ptr), value, intent(in) :: cdata
      integer(c_int), intent(in), optional :: result_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_reduce_cptr
    subroutine prif_co_broadcast(a, source_image, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_co_broadcast')
      import
      type(*), intent(inout), target :: a(..)
      integer(c_int), intent(in) :: source_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_broadcast
    subroutine prif_co_broadcast_cptr(a_ptr, size_in_bytes, source_image, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_co_broadcast_cptr')
      import
      type(c_ptr), intent(in) :: a_ptr
      integer(c_size_t), intent(in) :: size_in_bytes
      integer(c_int), intent(in) :: source_image
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_co_broadcast_cptr
    subroutine prif_form_team(team_number, team, new_index, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_form_team')
      import
      integer(c_int64_t), intent(in) :: team_number
      type(prif_team_type), intent(out) :: team
      integer(c_int), intent(in), optional :: new_index
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_form_team
    subroutine prif_change_team(team, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_change_team')
      import
      type(prif_team_type), intent(in) :: team
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_change_team
    subroutine prif_end_team(stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_end_team')
      import
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_end_team
    subroutine prif_get_team(level, team) bind(C, name='_QMprifPprif_get_team')
      import
      integer(c_int), intent(in), optional :: level
      type(prif_team_type), intent(out) :: team
    end subroutine prif_get_team
    subroutine prif_team_number(team, team_number) bind(C, name='_QMprifPprif_team_number')
      import
      type(prif_team_type), intent(in), optional :: team
      integer(c_int64_t), intent(out) :: team_number
    end subroutine prif_team_number
    subroutine prif_sync_all(stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_sync_all')
      import
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_sync_all
    subroutine prif_sync_images(image_set, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_sync_images')
      import
      integer(c_int), intent(in), optional :: image_set(:)
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_sync_images
    subroutine prif_sync_team(team, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_sync_team')
      import
      type(prif_team_type), intent(in) :: team
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_sync_team
    subroutine prif_sync_memory(stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_sync_memory')
      import
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_sync_memory
    subroutine prif_lock(image_num, coarray_handle, offset, acquired_lock, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_lock')
      import
      integer(c_int), intent(in) :: image_num
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_size_t), intent(in) :: offset
      logical(c_bool), intent(out), optional :: acquired_lock
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_lock
    subroutine prif_lock_indirect(image_num, lock_var_ptr, acquired_lock, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_lock_indirect')
      import
      integer(c_int), intent(in) :: image_num
      integer(c_intptr_t), intent(in) :: lock_var_ptr
      logical(c_bool), intent(out), optional :: acquired_lock
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_lock_indirect
    subroutine prif_unlock(image_num, coarray_handle, offset, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_unlock')
      import
      integer(c_int), intent(in) :: image_num
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_size_t), intent(in) :: offset
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_unlock
    subroutine prif_unlock_indirect(image_num, lock_var_ptr, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_unlock_indirect')
      import
      integer(c_int), intent(in) :: image_num
      integer(c_intptr_t), intent(in) :: lock_var_ptr
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_unlock_indirect
    subroutine prif_critical(critical_coarray, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_critical')
      import
      type(prif_coarray_handle), intent(in) :: critical_coarray
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_critical
    subroutine prif_end_critical(critical_coarray) bind(C, name='_QMprifPprif_end_critical')
      import
      type(prif_coarray_handle), intent(in) :: critical_coarray
    end subroutine prif_end_critical
    subroutine prif_event_post(image_num, coarray_handle, offset, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_event_post')
      import
      integer(c_int), intent(in) :: image_num
      type(prif_coarray_handle), intent(in) :: coarray_handle
      integer(c_size_t), intent(in) :: offset
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_event_post
    subroutine prif_event_post_indirect(image_num, event_var_ptr, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_event_post_indirect')
      import
      integer(c_int), intent(in) :: image_num
      integer(c_intptr_t), intent(in) :: event_var_ptr
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_event_post_indirect
    subroutine prif_event_wait(event_var_ptr, until_count, stat, errmsg, errmsg_alloc) bind(C, name='_QMprifPprif_event_wait')
      import
      type(c_ptr), intent(in) :: event_var_ptr
      integer(c_int64_t), intent(in), optional :: until_count
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_event_wait
    subroutine prif_event_query(event_var_ptr, count, stat) bind(C, name='_QMprifPprif_event_query')
      import
      type(c_ptr), intent(in) :: event_var_ptr
      integer(c_int64_t), intent(out) :: count
      integer(c_int), intent(out), optional :: stat
    end subroutine prif_event_query
    subroutine prif_notify_wait(notify_var_ptr, until_count, stat, errmsg, errmsg_alloc) &
      bind(C, name='_QMprifPprif_notify_wait')
      import
      type(c_ptr), intent(in) :: notify_var_ptr
      integer(c_int64_t), intent(in), optional :: until_count
      integer(c_int), intent(out), optional :: stat
      character(len=*), intent(inout), optional :: errmsg
      character(len=:), allocatable, intent(inout), optional :: errmsg_alloc
    end subroutine prif_notify_wait
    include 'prif_access.inc'
  end interface
end module prif
