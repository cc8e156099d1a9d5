/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Everything at once, for programs.
 */
#pragma once

#include "arauto/atomic.h"
#include "arauto/board.h"
#include "arauto/collective.h"
#include "arauto/counters.h"
#include "arauto/epoch.h"
#include "arauto/event.h"
#include "arauto/info.h"
#include "arauto/lock.h"
#include "arauto/notify.h"
#include "arauto/request.h"
#include "arauto/rma.h"
#include "arauto/runtime.h"
#include "arauto/section.h"
#include "arauto/segment.h"
#include "arauto/service.h"
#include "arauto/status.h"
#include "arauto/team.h"
