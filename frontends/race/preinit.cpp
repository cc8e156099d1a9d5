// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Empty: gcc links libtsan_preinit.o into each program of -fsanitize=thread, and ours needs none.
