/* NVML's fields: many values in one call, each with its own type and return code. An entry that fails is left with junk in it. */
#include "fake.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DOUBLE = 0, U32 = 1, U64 = 3, S32 = 5, ENTRY = 40, MAX_FIELD = 512 };

enum source { KEY, WATTS, COUNTER, LINK_EACH, TRAFFIC };

int link_value(int gpu, u32 link, const char *attribute, long long *out);

/* Field, driver branch that brought it, value type, and where its value is. */
static const struct field { u32 id; int since; u32 type; enum source source; const char *key; } FIELDS[] = {
    {82, 450, U32, KEY, "temperature.memory"},
    {83, 450, U64, COUNTER, "energy"},
    {91, 450, U32, KEY, "nvlink.links"},
    {94, 450, U32, KEY, "pcie.replays"},
    {138, 450, U64, TRAFFIC, "nvlink.tx"},
    {139, 450, U64, TRAFFIC, "nvlink.rx"},
    {142, 450, U32, KEY, "remap.correctable"},
    {143, 450, U32, KEY, "remap.uncorrectable"},
    {144, 450, U32, KEY, "remap.pending"},
    {145, 450, U32, KEY, "remap.failed"},
    {147, 450, U32, KEY, "nvlink.links"},
    {161, 450, U64, LINK_EACH, "replays"},
    {162, 450, U64, LINK_EACH, "recoveries"},
    {163, 450, U64, LINK_EACH, "crc"},
    {164, 520, U32, LINK_EACH, "speed"},
    {165, 520, U32, LINK_EACH, "state"},
    {166, 520, U32, LINK_EACH, "version"},
    {179, 535, U32, KEY, "pcie.nonfatal"},
    {180, 535, U32, KEY, "pcie.fatal"},
    {185, 535, U32, WATTS, "power"},
    {186, 535, U32, WATTS, "power"},
    {187, 535, U32, WATTS, "power.limit.min"},
    {188, 535, U32, WATTS, "power.limit.max"},
    {189, 535, U32, WATTS, "power.limit.default"},
    {190, 535, U32, WATTS, "power.limit.enforced"},
    {192, 535, U32, WATTS, "power.limit"},
    {193, 535, S32, KEY, "offset.shutdown"},
    {194, 535, S32, KEY, "offset.slowdown"},
    {195, 535, S32, KEY, "offset.memmax"},
    {196, 535, S32, KEY, "offset.gpumax"},
    {197, 555, U64, COUNTER, "pcie.tx"},
    {198, 555, U64, COUNTER, "pcie.rx"},
    {230, 570, U32, KEY, "recovery"},
    {269, 575, U64, COUNTER, "slowdown.sw"},
    {270, 575, U64, COUNTER, "slowdown.hw"},
    {271, 575, U64, COUNTER, "slowdown.brake"},
};

static int asked[MAX_FIELD];

/* Wall time where monotonic time is 0, so that times and counters of fields agree to the microsecond. */
static long long epoch_ns;

/* How often this process has asked for a field: for tests. */
int fakeFieldAsked(int id) { return id >= 0 && id < MAX_FIELD ? asked[id] : 0; }

/* One link's share of the traffic, or all of it. */
static int traffic(int gpu, const char *key, u32 scope, long long at_ns, long long *out) {
    long long links;
    fake_whole(gpu, "nvlink.links", &links);
    int code = fake_counter_at(gpu, key, at_ns, out);
    if (scope != 0xFFFFFFFF) *out /= links > 0 ? links : 1;
    return links == 0 ? NOT_SUPPORTED : code;
}

static int value_of(int gpu, const struct field *field, u32 scope, long long at_ns, long long *out) {
    double watts;
    int code;
    switch (field->source) {
        case WATTS:
            code = fake_real(gpu, field->key, &watts);
            *out = (long long)(watts * 1000 + 0.5);
            return code;
        case COUNTER:
            return fake_counter_at(gpu, field->key, at_ns, out);
        case TRAFFIC:
            return traffic(gpu, field->key, scope, at_ns, out);
        case LINK_EACH:
            return link_value(gpu, scope, field->key, out);
        default:
            return fake_whole(gpu, field->key, out);
    }
}

static int known(int gpu, u32 id, u32 scope, long long at_ns, u32 *type, long long *out) {
    char key[32];
    snprintf(key, sizeof key, "field.%u", id);
    const struct value *own = store_find(gpu, key);
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        if (FIELDS[i].id == id) {
            *type = FIELDS[i].type;
            if (own == NULL && fake_branch() < FIELDS[i].since) return NOT_SUPPORTED;
            if (own == NULL) return value_of(gpu, &FIELDS[i], scope, at_ns, out);
        }
    }
    return own == NULL ? NOT_SUPPORTED : fake_whole(gpu, key, out);
}

int nvmlDeviceGetFieldValues(void *device, int count, char *entries) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    fake_lock();
    long long at_ns = fake_now_ns();
    if (epoch_ns == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        epoch_ns = now.tv_sec * 1000000000LL + now.tv_nsec - at_ns;
    }
    for (int i = 0; i < count; i++) {
        char *at = entries + i * ENTRY;
        u32 id = get32(at, 0), type = U64;
        long long value = 0;
        if (id < MAX_FIELD) asked[id]++;
        int code = known(gpu, id, get32(at, 4), at_ns, &type, &value);
        put64(at, 8, (u64)(epoch_ns + at_ns) / 1000);
        put64(at, 16, 1);
        put32(at, 24, type);
        put32(at, 28, (u32)code);
        put64(at, 32, 0xA5A5A5A5A5A5A5A5ULL);
        if (code != SUCCESS) continue;
        /* A value of 32 bits leaves junk in the other half, as the union of a driver may. */
        if (type == U64) put64(at, 32, (u64)value);
        else put32(at, 32, (u32)value);
    }
    fake_unlock();
    return SUCCESS;
}
