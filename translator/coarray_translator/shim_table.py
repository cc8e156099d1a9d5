# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The calls between translated Fortran and the runtime: each once. From this table come the
interfaces of the module `arauto_translated` (shim_interfaces.py, when that is compiled) and
frontends/translated/shim_calls.h, the C prototypes of the same functions (`make bindings`), against
which the compiler checks the shims.

A call is its name in Fortran, its arguments and its result; an indented line goes on. Its name in C
is `arauto_shim_` and the name without `arauto_` or `shim_`, or what follows `=`. An argument is a
name and a kind, of KINDS in shim_interfaces.py; `?` behind a kind makes it optional, `:out` is for
arguments that the call changes, `:target` for those that it remembers. Words in braces are groups.
"""

from __future__ import annotations

# The arguments for vector subscripts, one for each dimension.
VECTORS = tuple(f"at{dimension}" for dimension in range(1, 8))
GROUPS = {
    "stat": "stat int?:out",
    "errors": "stat int?:out, errmsg text?:out",
    "vectors": ", ".join(f"{name} any?" for name in VECTORS),
}

TABLE = """\
# Puts and gets
arauto_put(a any:out, image int, value any, {stat})
arauto_put_word(a word:out, image int, value word, bytes long) = translated_put_word
arauto_put_block(a words:out, image int, value words, bytes long) = translated_put_block
arauto_put_sized(a words:out, image int, value words, elements long, given long,
    width long) = translated_put_sized
arauto_get_word(to word:out, image int, a word, bytes long) = translated_get_word
arauto_get_block(to words:out, image int, a words, bytes long) = translated_get_block
arauto_get_sized(to words:out, image int, a words, elements long, given long,
    width long) = translated_get_sized
arauto_put_notify(a any:out, image int, value any, notify any:out, {stat})
arauto_get(to any:out, image int, a any, {stat})
pure arauto_pure_get(to any:out, image int, a any, {stat})
arauto_put_masked(a any:out, image int, value any, mask any, {stat})
arauto_put_later(a any:out, image int, value any)
arauto_put_now()
pure arauto_pure_put(a any:out, image int, value any, {stat})

# Accesses with vector subscripts
arauto_put_at(a any:out, image int, value any, {vectors}, {stat})
pure arauto_pure_put_at(a any:out, image int, value any, {vectors}, {stat})
pure arauto_get_at(to any:out, image int, a any, {vectors}, {stat})
pure get_packed(to any:out, image int, a description, {vectors})

# Copies of objects, and addresses where they lie
arauto_shadow(a any, image int, may_fail int?) -> pointer
arauto_near(a words, image int, bytes long) -> pointer = translated_near
arauto_near_one(a word, image int, bytes long) -> pointer = translated_near_one
arauto_copy(a any, image int) -> pointer
arauto_touch(a any:out:target)
pure arauto_pure_shadow(a any, image int, may_fail int?) -> pointer

# Allocation
arauto_allocation_begins()
arauto_allocation_ends()
arauto_component_begins()
arauto_component_ends()
arauto_register(a any:out:target, corank int, lower ints, upper ints, {errors})
arauto_must_undo() -> int
shim_must_free(a any) -> int
arauto_scope_ends()
arauto_deallocation_begins()
arauto_deallocation_ends({errors})

# Images and cosubscripts
pure shim_this_image() -> int
pure shim_num_images() -> int
pure shim_image(n int, at ints, lower ints, upper ints) -> int
pure shim_cosubscripts(n int, image int, lower ints, upper ints, at ints:out)
pure shim_last_cobound(n int, lower ints, upper ints, images int) -> int
pure shim_cobounds(a any, n int, lower ints:out, upper ints:out)
arauto_fail_image()
shim_image_status(image int, team team?) -> int
shim_images_in_state(team team?, is_failed int, images ints:out, room int) -> int
shim_task(first int, last int, step int) -> int
shim_run_seed() -> long

# Synchronisation, and the end
arauto_sync_all({errors})
arauto_sync_every({errors})
arauto_sync_images(images any, {errors})
arauto_sync_memory({errors})
pure error_stop_text(text text)
pure error_stop_code(code int, is_quiet int)
arauto_stop_begins() = translated_stop_begins

# Events, locks and atomics
arauto_event_post(event any:out, image int, {errors})
arauto_event_wait(event any:out, count long, {errors})
shim_event_query(event word, {stat}) -> long
arauto_lock(lock any:out, image int, acquired_lock any?:out, {errors}, of any?)
arauto_unlock(lock any:out, image int, {errors}, of any?)
arauto_critical(construct long, {errors})
arauto_end_critical(construct long)
shim_atomic(variable any, image int, operation int, value any?, compare any?, old any?:out,
    {stat})
arauto_event_attach(event word, coarray any:target, is_component int, {stat}, access text?)
shim_event_detach(event word, coarray any?:target, is_component int, {stat})

# Teams
arauto_form_team(number long, team team:out, new_index int?, {errors})
arauto_change_team(team team, {errors})
arauto_end_team({errors})
arauto_sync_team(team team, {errors})
shim_get_team(level int) -> long
pure arauto_team_number(team team?) -> int
arauto_get_communicator(team team?) -> int = arauto_fortran_get_communicator
pure shim_team_size(team team) -> int
pure shim_team_image(team team) -> int
pure shim_sibling_size(number long) -> int
pure shim_image_of_team(image int, team team) -> int
pure shim_image_of_sibling(image int, number long) -> int

# Collectives
arauto_co_broadcast(a any:out, source_image int, {errors}) = arauto_shim_broadcast
arauto_reduction_begins(a any, result_image int?, {errors})
arauto_reduction_next(left any:out, right any:out) -> int
arauto_reduction_ends(a any:out, {errors})
arauto_co_sum(a any:out, result_image int?, {errors})
arauto_co_sum_into(source any, result any:out, result_image int?)
arauto_co_product(a any:out, result_image int?, {errors})
arauto_co_product_into(source any, result any:out, result_image int?)
arauto_co_min(a any:out, result_image int?, {errors})
arauto_co_min_into(source any, result any:out, result_image int?)
arauto_co_max(a any:out, result_image int?, {errors})
arauto_co_max_into(source any, result any:out, result_image int?)

# Objects that Fortran code has described
pure address_of(a word:target) -> long
pure arauto_describe(a any) -> description
arauto_put_any(a description, image int, value description, {stat})
arauto_get_any(to description, image int, a description, {stat})
arauto_put_parts(elements description, one any:out, image int, value any, {stat})
pure arauto_get_parts(to any:out, image int, elements description, one any, {stat})
arauto_touch_any(a description)
arauto_register_any(a description, corank int, lower ints, upper ints, {errors})
arauto_broadcast_any(a description, source_image int, {errors})
arauto_reduction_begins_any(a description, result_image int?, {errors})
arauto_reduction_next_any(left description, right description) -> int
arauto_reduction_ends_any(a description, {errors})
arauto_shadow_any(a description, image int, may_fail int?) -> pointer

# Checks
pure outside_bounds(subscripts longs3, bounds longs2, is_there int, dimension int,
    object text, image int)
"""
