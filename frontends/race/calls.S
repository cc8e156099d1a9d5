/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * `arauto fc --check=race` gives this to the assembler ahead of what gcc has made. Where gcc calls
 * __tsan_read8 and its like, the look at the shadow then stands in place of the call, which is made
 * only where the access is not known there. The look uses registers that a call may change, and
 * the flags. All other calls stay as they are: `callq` is the same instruction as gcc's `call`.
 */
#include "arauto/spi/race.h"

/* To the end, where the memory lies in no heap of a checked job. */
.macro arauto_race_leave_outside end
	movq	%rdi, %rax
	shrq	$ARAUTO_RACE_WINDOW_SHIFT, %rax
	cmpl	$ARAUTO_RACE_WINDOW, %eax
	jne	\end
	movabsq	$ARAUTO_RACE_VIEW, %rax
.endm

/* 8 bytes: the word of their cell must have the present stamp and the whole mask. */
.macro arauto_race_whole plane, target:vararg
	arauto_race_leave_outside .Larauto_race_\@
	movq	\plane(%rax), %rdx
	movq	(%rdi,%rdx), %rdx
	xorq	ARAUTO_RACE_NOW(%rax), %rdx
	testq	$(255 - (1 << ARAUTO_RACE_STAMP_SHIFT)), %rdx
	je	.Larauto_race_\@
	callq	\target
.Larauto_race_\@:
.endm

/* Fewer bytes: bits of the mask, shifted by where in the cell they lie. */
.macro arauto_race_part plane, mask, target:vararg
	arauto_race_leave_outside .Larauto_race_\@
	movq	%rdi, %rdx
	andq	$-8, %rdx
	addq	\plane(%rax), %rdx
	movq	(%rdx), %rdx
	xorq	ARAUTO_RACE_NOW(%rax), %rdx
	movl	%edi, %ecx
	andl	$7, %ecx
	movl	$\mask, %eax
	shll	%cl, %eax
	orq	$-(1 << ARAUTO_RACE_STAMP_SHIFT), %rax
	testq	%rax, %rdx
	je	.Larauto_race_\@
	callq	\target
.Larauto_race_\@:
.endm

/* Nothing, unless the call is of this function. */
.macro arauto_race_try name, plane, mask, target:vararg
	.set	.Larauto_race_is_this, 0
	.ifeqs	"\target", "\name"
	.set	.Larauto_race_is_this, 1
	.endif
	.ifeqs	"\target", "\name\()@PLT"
	.set	.Larauto_race_is_this, 1
	.endif
	.if	.Larauto_race_is_this
	.set	.Larauto_race_is_other, 0
	.if	\mask == 255
	arauto_race_whole \plane, \target
	.else
	arauto_race_part \plane, \mask, \target
	.endif
	.endif
.endm

.macro call target:vararg
	.set	.Larauto_race_is_other, 1
	arauto_race_try __tsan_read8, ARAUTO_RACE_TO_READ, 255, \target
	arauto_race_try __tsan_write8, ARAUTO_RACE_TO_WRITTEN, 255, \target
	arauto_race_try __tsan_read4, ARAUTO_RACE_TO_READ, 15, \target
	arauto_race_try __tsan_write4, ARAUTO_RACE_TO_WRITTEN, 15, \target
	arauto_race_try __tsan_read2, ARAUTO_RACE_TO_READ, 3, \target
	arauto_race_try __tsan_write2, ARAUTO_RACE_TO_WRITTEN, 3, \target
	arauto_race_try __tsan_read1, ARAUTO_RACE_TO_READ, 1, \target
	arauto_race_try __tsan_write1, ARAUTO_RACE_TO_WRITTEN, 1, \target
	.if	.Larauto_race_is_other
	callq	\target
	.endif
.endm
