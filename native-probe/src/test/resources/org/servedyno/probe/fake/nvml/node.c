/* Start and end, the system, handles, and what joins two GPUs. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nvmlInit_v2(void) {
    ENTER(ALL_GPUS);
    fake_init(1);
    return SUCCESS;
}

int nvmlInitWithFlags(u32 flags) {
    (void)flags;
    ENTER(ALL_GPUS);
    fake_init(1);
    return SUCCESS;
}

int nvmlShutdown(void) {
    ENTER(ALL_GPUS);
    fake_init(-1);
    return SUCCESS;
}

const char *nvmlErrorString(int code) {
    static __thread char text[32];
    snprintf(text, sizeof text, "fake code %d", code);
    return text;
}

int nvmlSystemGetDriverVersion(char *out, u32 length) {
    ENTER(ALL_GPUS);
    return fake_text(ALL_GPUS, "driver", out, length);
}

int nvmlSystemGetNVMLVersion(char *out, u32 length) {
    ENTER(ALL_GPUS);
    return fake_text(ALL_GPUS, "nvml", out, length);
}

int nvmlSystemGetCudaDriverVersion_v2(int *out) {
    ENTER(ALL_GPUS);
    long long value;
    int code = fake_whole(ALL_GPUS, "cuda", &value);
    *out = (int)value;
    return code;
}

static int gpus(void) {
    long long value;
    fake_whole(ALL_GPUS, "gpus", &value);
    return (int)value;
}

int nvmlDeviceGetCount_v2(u32 *out) {
    ENTER(ALL_GPUS);
    *out = (u32)gpus();
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(u32 index, void **out) {
    int known = index < MAX_GPUS;
    ENTER(known ? (int)index : NO_GPU);
    if ((int)index >= gpus()) return INVALID_ARGUMENT;
    *out = fake_device((int)index);
    return SUCCESS;
}

/* The GPU that has this text in a key. */
static int by_text(const char *key, const char *wanted, void **out) {
    for (int gpu = 0; gpu < gpus(); gpu++) {
        char own[160];
        if (fake_text(gpu, key, own, sizeof own) == SUCCESS && strcmp(own, wanted) == 0) {
            *out = fake_device(gpu);
            return fake_is(gpu, "lost") ? GPU_IS_LOST : SUCCESS;
        }
    }
    return NOT_FOUND;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **out) {
    ENTER(ALL_GPUS);
    return by_text("uuid", uuid, out);
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **out) {
    ENTER(ALL_GPUS);
    return by_text("pci.bus", bus, out);
}

/* The key of a pair in either order; 0 where the script says nothing of it. */
static int pair(const char *of, int a, int b, long long *out, int *code) {
    for (int turn = 0; turn < 2; turn++) {
        char key[64];
        snprintf(key, sizeof key, "%s.%d-%d", of, turn ? b : a, turn ? a : b);
        if (store_find(ALL_GPUS, key) != NULL) {
            *code = fake_whole(ALL_GPUS, key, out);
            return 1;
        }
    }
    return 0;
}

/* The PCIe path: through the host bridges of one socket, or across two. */
int nvmlDeviceGetTopologyCommonAncestor(void *first, void *second, int *out) {
    int a = fake_gpu(first), b = fake_gpu(second), code = SUCCESS;
    ENTER(a);
    if (b == NO_GPU) return INVALID_ARGUMENT;
    long long level;
    fake_lock();
    if (!pair("path", a, b, &level, &code)) {
        const struct value *all = store_find(a, "path");
        level = strcmp(all->text, "auto") == 0 ? ((a < 4) == (b < 4) ? 40 : 50) : all->whole;
        code = all->code;
    }
    fake_unlock();
    *out = (int)level;
    return code;
}

int nvmlDeviceGetP2PStatus(void *first, void *second, int capability, int *out) {
    (void)capability;
    int a = fake_gpu(first), b = fake_gpu(second), code = SUCCESS;
    ENTER(a);
    if (b == NO_GPU) return INVALID_ARGUMENT;
    long long status;
    fake_lock();
    if (!pair("p2p", a, b, &status, &code)) code = fake_whole(a, "p2p", &status);
    fake_unlock();
    *out = (int)status;
    return code;
}
