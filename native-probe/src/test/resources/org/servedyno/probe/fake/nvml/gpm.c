/*
 * GPM: two samples at least 100 ms apart make the metrics of the time between them. Closer ones give nonsense here, as they do on a
 * chip; two samples at once, which have crashed drivers, are counted for the tests.
 */
#include "fake.h"

#include <stdlib.h>

enum { ENTRIES_AT = 24, ENTRY = 40 };

struct sample {
    int gpu;
    long long at_ns;
};

static int inside, overlaps, open_samples;

/* Samples that were taken while another was: for tests. */
int fakeGpmOverlaps(void) { return overlaps; }

/* Samples that are allocated and not freed: for tests. */
int fakeGpmSamples(void) { return open_samples; }

int nvmlGpmQueryDeviceSupport(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    if (get32(out, 0) != 1) return VERSION_MISMATCH;
    long long supported;
    int code = fake_whole(gpu, "gpm.supported", &supported);
    put32(out, 4, (u32)supported);
    return code;
}

int nvmlGpmSampleAlloc(struct sample **out) {
    ENTER(ALL_GPUS);
    *out = calloc(1, sizeof **out);
    __atomic_add_fetch(&open_samples, 1, __ATOMIC_SEQ_CST);
    return SUCCESS;
}

int nvmlGpmSampleFree(struct sample *sample) {
    ENTER(ALL_GPUS);
    __atomic_sub_fetch(&open_samples, 1, __ATOMIC_SEQ_CST);
    free(sample);
    return SUCCESS;
}

int nvmlGpmSampleGet(void *device, struct sample *sample) {
    int gpu = fake_gpu(device);
    if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) > 1) __atomic_add_fetch(&overlaps, 1, __ATOMIC_SEQ_CST);
    int code = fake_enter(__func__, gpu);
    if (code == GO_ON) {
        sample->gpu = gpu;
        sample->at_ns = fake_now_ns();
        code = SUCCESS;
    }
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    return code;
}

static int metric(int gpu, u32 id, double *out) {
    static const struct { u32 id; const char *key; } METRICS[] = {
        {1, "gpm.graphics"}, {2, "gpm.sm"},   {3, "gpm.occupancy"}, {5, "gpm.tensor"}, {10, "gpm.dram"},
        {20, "pcie.tx"},     {21, "pcie.rx"}, {60, "nvlink.rx"},    {61, "nvlink.tx"},
    };
    for (size_t i = 0; i < sizeof METRICS / sizeof *METRICS; i++) {
        if (METRICS[i].id == id) return fake_real(gpu, METRICS[i].key, out);
    }
    return NOT_SUPPORTED;
}

int nvmlGpmMetricsGet(char *out) {
    ENTER(ALL_GPUS);
    if (get32(out, 0) != 1) return VERSION_MISMATCH;
    struct sample *earlier = *(struct sample **)(out + 8), *later = *(struct sample **)(out + 16);
    if (earlier == NULL || later == NULL || earlier->at_ns == 0 || later->at_ns == 0 || earlier->gpu != later->gpu) {
        return INVALID_ARGUMENT;
    }
    int nonsense = later->at_ns - earlier->at_ns < 100000000LL;
    u32 count = get32(out, 4);
    for (u32 i = 0; i < count; i++) {
        char *at = out + ENTRIES_AT + i * ENTRY;
        double value = 4711;
        int code = metric(later->gpu, get32(at, 0), &value);
        if (nonsense) value = -1e9;
        put32(at, 4, (u32)code);
        *(double *)(at + 8) = value;
    }
    return SUCCESS;
}
