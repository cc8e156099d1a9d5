/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * All headers for programs. Those of arauto/spi/ are for implementers of front-ends and tools.
 */
#pragma once

#include "arauto/atomic.h"
#include "arauto/board.h"
#include "arauto/collective.h"
#include "arauto/epoch.h"
#include "arauto/lock.h"
#include "arauto/notify.h"
#include "arauto/op.h"
#include "arauto/request.h"
#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/section.h"
#include "arauto/segment.h"
#include "arauto/status.h"
#include "arauto/team.h"
