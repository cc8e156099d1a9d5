// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// In libarauto.a alone. The libraries of the compilers name functions of threads by weak symbols,
// for which a linker takes nothing out of an archive, and call them once any of these is there: in
// a program linked with -static they would jump to address 0. The names here make it take them.
#include <pthread.h>
#include <sched.h>

namespace {

template <typename Function> void* address_of(Function* function) noexcept {
    return reinterpret_cast<void*>(function);
}

[[gnu::used]] void* const g_linked[] = {
    address_of(pthread_once),
    address_of(pthread_getspecific),
    address_of(pthread_setspecific),
    address_of(pthread_create),
    address_of(pthread_join),
    address_of(pthread_equal),
    address_of(pthread_self),
    address_of(pthread_detach),
    address_of(pthread_cancel),
    address_of(sched_yield),
    address_of(pthread_mutex_lock),
    address_of(pthread_mutex_trylock),
    address_of(pthread_mutex_timedlock),
    address_of(pthread_mutex_unlock),
    address_of(pthread_mutex_init),
    address_of(pthread_mutex_destroy),
    address_of(pthread_cond_init),
    address_of(pthread_cond_broadcast),
    address_of(pthread_cond_signal),
    address_of(pthread_cond_wait),
    address_of(pthread_cond_timedwait),
    address_of(pthread_cond_destroy),
    address_of(pthread_key_create),
    address_of(pthread_key_delete),
    address_of(pthread_mutexattr_init),
    address_of(pthread_mutexattr_settype),
    address_of(pthread_mutexattr_destroy),
    address_of(pthread_rwlock_rdlock),
    address_of(pthread_rwlock_tryrdlock),
    address_of(pthread_rwlock_wrlock),
    address_of(pthread_rwlock_trywrlock),
    address_of(pthread_rwlock_unlock),
};

} // namespace
