/* Memory, its errors, and who uses it. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

static int bytes_of(int gpu, const char *key, u64 *out) {
    double mib;
    int code = fake_real(gpu, key, &mib);
    *out = (u64)(mib * 1048576);
    return code;
}

static int memory(int gpu, u64 *total, u64 *reserved, u64 *used) {
    int first = bytes_of(gpu, "memory.total", total);
    int second = bytes_of(gpu, "memory.reserved", reserved);
    int third = bytes_of(gpu, "memory.used", used);
    return first != SUCCESS ? first : second != SUCCESS ? second : third;
}

/* Folds the driver's reserve into what is used. */
int nvmlDeviceGetMemoryInfo(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u64 total, reserved, used;
    int code = memory(gpu, &total, &reserved, &used);
    put64(out, 0, total);
    put64(out, 8, total - reserved - used);
    put64(out, 16, reserved + used);
    return code;
}

int nvmlDeviceGetMemoryInfo_v2(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u64 total, reserved, used;
    int code = memory(gpu, &total, &reserved, &used);
    put64(out, 8, total);
    put64(out, 16, reserved);
    put64(out, 24, total - reserved - used);
    put64(out, 32, used);
    long long newest;
    fake_whole(gpu, "struct.memory", &newest);
    return newest < 2 || get32(out, 0) != 0x02000028 ? VERSION_MISMATCH : code;
}

int nvmlDeviceGetBAR1MemoryInfo(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u64 total, used;
    int code = bytes_of(gpu, "bar1.total", &total), other = bytes_of(gpu, "bar1.used", &used);
    put64(out, 0, total);
    put64(out, 8, total - used);
    put64(out, 16, used);
    return code != SUCCESS ? code : other;
}

static int errors(int gpu, int uncorrected, int aggregate, const char *where, u64 *out) {
    char key[64];
    snprintf(key, sizeof key, "ecc.%s.%s.%s", uncorrected ? "uncorrected" : "corrected", aggregate ? "aggregate" : "volatile", where);
    long long value;
    int code = fake_whole(gpu, key, &value);
    *out = (u64)value;
    return code;
}

int nvmlDeviceGetTotalEccErrors(void *device, int uncorrected, int aggregate, u64 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u64 dram, sram;
    int code = errors(gpu, uncorrected, aggregate, "dram", &dram), other = errors(gpu, uncorrected, aggregate, "sram", &sram);
    *out = dram + sram;
    return code != SUCCESS ? code : other;
}

int nvmlDeviceGetMemoryErrorCounter(void *device, int uncorrected, int aggregate, int where, u64 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    if (where != 2 && where != 7) return NOT_SUPPORTED;
    return errors(gpu, uncorrected, aggregate, where == 2 ? "dram" : "sram", out);
}

int nvmlDeviceGetSramEccErrorStatus(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long newest, exceeded;
    fake_whole(gpu, "struct.sram", &newest);
    if (newest < 1 || get32(out, 0) != 0x01000068) return VERSION_MISMATCH;
    if (!fake_is(gpu, "root")) return NO_PERMISSION;
    int code = fake_whole(gpu, "sram.threshold", &exceeded);
    put32(out, 96, (u32)exceeded);
    return code;
}

static int four(int gpu, const char *const *keys, u32 **out, int count) {
    int code = SUCCESS;
    for (int i = 0; i < count; i++) {
        long long value;
        int own = fake_whole(gpu, keys[i], &value);
        *out[i] = (u32)value;
        if (code == SUCCESS) code = own;
    }
    return code;
}

int nvmlDeviceGetRemappedRows(void *device, u32 *correctable, u32 *uncorrectable, u32 *pending, u32 *failed) {
    static const char *const KEYS[] = {"remap.correctable", "remap.uncorrectable", "remap.pending", "remap.failed"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u32 *out[] = {correctable, uncorrectable, pending, failed};
    int code = four(gpu, KEYS, out, 4);
    return fake_is(gpu, "mig") ? NOT_SUPPORTED : code;
}

int nvmlDeviceGetRowRemapperHistogram(void *device, u32 *out) {
    static const char *const KEYS[] = {
        "histogram.max", "histogram.high", "histogram.partial", "histogram.low", "histogram.none"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    u32 *each[] = {out, out + 1, out + 2, out + 3, out + 4};
    return four(gpu, KEYS, each, 5);
}

/* How many calls a growing list has been asked for. */
static int grown[MAX_GPUS];

static int listed(int gpu, int mode, struct process *out, int room) {
    const struct process *all;
    int count = 0, known = fake_processes(&all);
    for (int i = 0; i < known; i++) {
        if (all[i].gpu == gpu && all[i].mode == mode && count < room) out[count++] = all[i];
    }
    long long more, by, calls;
    fake_whole(gpu, "processes.more", &more);
    fake_whole(gpu, "processes.grow", &by);
    fake_whole(gpu, "processes.grow.calls", &calls);
    if (mode == 0 && by > 0) {
        more += by * grown[gpu];
        if (grown[gpu] < calls) grown[gpu]++;
    }
    for (int i = 0; mode == 0 && i < more && count < room; i++) {
        out[count++] = (struct process){gpu, 50000 + (u32)i, 0, 1ULL << 30};
    }
    return count;
}

static int list(int gpu, int mode, u32 *count, char *entries, int stride) {
    struct process found[1024];
    fake_lock();
    int known = listed(gpu, mode, found, 1024);
    int denied = fake_is(gpu, "mig") && !fake_is(gpu, "root");
    fake_unlock();
    if (denied) return NO_PERMISSION;
    u32 room = *count;
    *count = (u32)known;
    if (room < (u32)known) return INSUFFICIENT_SIZE;
    for (int i = 0; i < known; i++) {
        char *at = entries + (long)i * stride;
        put32(at, 0, found[i].pid);
        put64(at, 8, found[i].bytes);
        put32(at, 16, 0xFFFFFFFF);
        put32(at, 20, 0xFFFFFFFF);
        if (stride > 24) put64(at, 24, 0);
    }
    return SUCCESS;
}

static int plain(int gpu, int mode, u32 *count, void *entries) {
    long long stride;
    fake_whole(gpu, "processes.stride", &stride);
    return list(gpu, mode, count, entries, (int)stride);
}

#define PROCESSES(symbol, mode)                               \
    int symbol(void *device, u32 *count, void *entries) {     \
        int gpu = fake_gpu(device);                           \
        ENTER(gpu);                                           \
        return plain(gpu, mode, count, entries);              \
    }

PROCESSES(nvmlDeviceGetComputeRunningProcesses_v3, 0)
PROCESSES(nvmlDeviceGetGraphicsRunningProcesses_v3, 1)
PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses_v3, 2)

int nvmlDeviceGetRunningProcessDetailList(void *device, char *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long newest;
    fake_whole(gpu, "struct.processes", &newest);
    if (newest < 1 || get32(out, 0) != 0x01000018) return VERSION_MISMATCH;
    char *entries;
    memcpy(&entries, out + 16, sizeof entries);
    u32 count = get32(out, 8);
    int code = list(gpu, (int)get32(out, 4), &count, entries, 32);
    put32(out, 8, count);
    return code;
}
