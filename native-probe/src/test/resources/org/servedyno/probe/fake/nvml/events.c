/* Events: a set hears of what happens to a GPU after it was registered for it, and of nothing from before. */
#define _GNU_SOURCE
#include "fake.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_MS = 20, MAX_SETS_EVENTS = 512 };

struct set {
    u64 wanted[MAX_GPUS];
    long long since_ns[MAX_GPUS];
    int generation;
    char told[MAX_SETS_EVENTS];
};

int nvmlEventSetCreate(struct set **out) {
    ENTER(ALL_GPUS);
    *out = calloc(1, sizeof **out);
    return SUCCESS;
}

int nvmlEventSetFree(struct set *set) {
    ENTER(ALL_GPUS);
    free(set);
    return SUCCESS;
}

NUMBER(nvmlDeviceGetSupportedEventTypes, u64, "events.supported")

int nvmlDeviceRegisterEvents(void *device, u64 types, struct set *set) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long supported;
    int code = fake_whole(gpu, "events.supported", &supported);
    if (code != SUCCESS) return code;
    if ((types & ~(u64)supported) != 0) return NOT_SUPPORTED;
    set->wanted[gpu] |= types;
    set->since_ns[gpu] = fake_now_ns();
    return SUCCESS;
}

/* The next event that this set has not told yet. */
static int next(struct set *set, void *out) {
    const struct event *events;
    int count = fake_events(&events);
    if (set->generation != fake_generation()) {
        set->generation = fake_generation();
        memset(set->told, 0, sizeof set->told);
    }
    long long now_ns = fake_now_ns();
    for (int i = 0; i < count; i++) {
        const struct event *event = &events[i];
        if (set->told[i] || event->at_ns > now_ns || (set->wanted[event->gpu] & event->type) == 0
            || event->at_ns < set->since_ns[event->gpu]) {
            continue;
        }
        set->told[i] = 1;
        void *device = fake_device(event->gpu);
        memcpy(out, &device, sizeof device);
        put64(out, 8, event->type);
        put64(out, 16, event->data);
        put32(out, 24, 0xFFFFFFFF);
        put32(out, 28, 0xFFFFFFFF);
        return 1;
    }
    return 0;
}

static int any_lost(const struct set *set) {
    for (int gpu = 0; gpu < MAX_GPUS; gpu++) {
        if (set->wanted[gpu] != 0 && fake_is(gpu, "lost")) return 1;
    }
    return 0;
}

int nvmlEventSetWait_v2(struct set *set, void *out, u32 timeout_ms) {
    ENTER(ALL_GPUS);
    long long end_ns = fake_now_ns() + timeout_ms * 1000000LL;
    for (;;) {
        fake_lock();
        fake_refresh();
        int found = next(set, out), lost = any_lost(set);
        fake_unlock();
        if (found) return SUCCESS;
        if (lost) return GPU_IS_LOST;
        if (fake_now_ns() >= end_ns) return TIMEOUT;
        usleep(POLL_MS * 1000);
    }
}
