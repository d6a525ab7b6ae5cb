/*
 * Shifts the clocks of one process by the nanoseconds found in a file, which the test changes while the process runs:
 * first those of the wall clock, then those of the monotonic one, which is left alone if the file has no more than that.
 *
 * The kernel is asked directly: looking up the real function with dlsym allocates memory, and jemalloc asks for the
 * time while it sets itself up, so the two would wait for each other.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

_Static_assert(sizeof(long) == 8, "the kernel's timespec is the C library's only on 64 bits");

static const int64_t none[2] = {0, 0};
static const volatile int64_t *offsets = none;

__attribute__((constructor)) static void map_offset(void) {
    const char *path = getenv("REDLOCK_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    /* What lies behind the end of the file, in the same page, is 0. */
    void *page = mmap(NULL, sizeof(none), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) offsets = page;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int) syscall(SYS_clock_gettime, clock, now);
    int wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result == 0 && (wall || clock == CLOCK_MONOTONIC)) {
        int64_t nanos = now->tv_sec * SECOND + now->tv_nsec + offsets[wall ? 0 : 1];
        now->tv_sec = nanos / SECOND;
        now->tv_nsec = nanos % SECOND;
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    int result = clock_gettime(CLOCK_REALTIME, &precise);
    (void) zone;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return result;
}

time_t time(time_t *now) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
