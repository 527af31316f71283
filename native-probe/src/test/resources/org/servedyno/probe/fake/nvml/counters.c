/*
 * Counters that rise with time at the rate another key gives: energy at "power", traffic at "nvlink.tx", and so on. Their start is the
 * same in every process of this machine, as if the driver kept them. "X.count = number" holds one still.
 */
#include "fake.h"

#include <stdio.h>
#include <string.h>

static const struct { const char *key, *rate; double per_second, start; } COUNTERS[] = {
    {"energy", "power", 1000, 5e9},                        /* mJ from W */
    {"nvlink.tx", "nvlink.tx", 1024, 4e6},                 /* KiB from MiB/s */
    {"nvlink.rx", "nvlink.rx", 1024, 4e6},
    {"pcie.tx", "pcie.tx", 1048576, 9e8},                  /* bytes from MiB/s */
    {"pcie.rx", "pcie.rx", 1048576, 9e8},
    {"slowdown.sw", "slowdown.sw", 1e9, 0},                /* ns from a share of the time */
    {"slowdown.hw", "slowdown.hw", 1e9, 0},
    {"slowdown.brake", "slowdown.brake", 1e9, 0},
};

enum { KINDS = sizeof COUNTERS / sizeof *COUNTERS };

static double counts[MAX_GPUS][KINDS];
static long long counted_ns;

static double rise(int gpu, int kind, long long ns) {
    double rate;
    return fake_real(gpu, COUNTERS[kind].rate, &rate) == SUCCESS ? rate * COUNTERS[kind].per_second * ((double)ns / 1e9) : 0;
}

void counters_start(long long now_ns) {
    for (int gpu = 0; gpu < MAX_GPUS; gpu++) {
        for (int kind = 0; kind < KINDS; kind++) counts[gpu][kind] = COUNTERS[kind].start + rise(gpu, kind, now_ns);
    }
    counted_ns = now_ns;
}

void counters_advance(long long now_ns) {
    for (int gpu = 0; gpu < MAX_GPUS; gpu++) {
        for (int kind = 0; kind < KINDS; kind++) counts[gpu][kind] += rise(gpu, kind, now_ns - counted_ns);
    }
    counted_ns = now_ns;
}

/* What a counter has shown at this time, which must not lie before its last change. */
int fake_counter_at(int gpu, const char *key, long long at_ns, long long *out) {
    char held[64];
    snprintf(held, sizeof held, "%s.count", key);
    fake_lock();
    const struct value *value = store_find(gpu, held);
    int code = SUCCESS;
    if (value->code != SUCCESS || strcmp(value->text, "auto") != 0) {
        code = fake_whole(gpu, held, out);
    } else {
        for (int kind = 0; kind < KINDS; kind++) {
            if (strcmp(COUNTERS[kind].key, key) == 0) {
                *out = (long long)(counts[gpu][kind] + rise(gpu, kind, at_ns - counted_ns));
            }
        }
    }
    fake_unlock();
    return code;
}

int fake_counter(int gpu, const char *key, long long *out) {
    fake_lock();
    int code = fake_counter_at(gpu, key, fake_now_ns(), out);
    fake_unlock();
    return code;
}
