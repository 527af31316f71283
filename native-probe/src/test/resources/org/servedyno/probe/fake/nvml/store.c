/* The keys of a script and what a healthy node has in them. A key that is not here stops the process: a typo must not pass. */
#include "fake.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * In the order of strcmp, as they are found by halving. "#" stands for a number: nvlink.4.state is one link of nvlink.state, field.194
 * is one of NVML's fields, p2p.0-3 is a pair. "auto" follows from other keys.
 */
static const struct { const char *key, *value; } DEFAULTS[] = {
    {"architecture", "9"},
    {"bar1.total", "131072"},
    {"bar1.used", "2"},
    {"board", "692-2G520-0200-000"},
    {"brand", "14"},
    {"bus.width", "5120"},
    {"clock.graphics", "345"},
    {"clock.max.graphics", "1980"},
    {"clock.max.memory", "2619"},
    {"clock.max.sm", "1980"},
    {"clock.max.video", "1545"},
    {"clock.memory", "2619"},
    {"clock.sm", "345"},
    {"clock.video", "765"},
    {"compute.major", "9"},
    {"compute.minor", "0"},
    {"compute.mode", "0"},
    {"cores", "16896"},
    {"cpus", "auto"},
    {"cuda", "13000"},
    {"driver", "580.82.07"},
    {"ecc", "1"},
    {"ecc.corrected.aggregate.dram", "0"},
    {"ecc.corrected.aggregate.sram", "0"},
    {"ecc.corrected.volatile.dram", "0"},
    {"ecc.corrected.volatile.sram", "0"},
    {"ecc.pending", "auto"},
    {"ecc.uncorrected.aggregate.dram", "0"},
    {"ecc.uncorrected.aggregate.sram", "0"},
    {"ecc.uncorrected.volatile.dram", "0"},
    {"ecc.uncorrected.volatile.sram", "0"},
    {"energy.count", "auto"},
    {"events.supported", "0xFF9F"},
    {"fabric.clique", "0"},
    {"fabric.cluster", "00000000000000000000000000000000"},
    {"fabric.mask", "0"},
    {"fabric.state", "3"},
    {"fabric.status", "0"},
    {"fabric.summary", "0"},
    {"field.#", ""},
    {"gpm.dram", "0"},
    {"gpm.graphics", "0"},
    {"gpm.occupancy", "0"},
    {"gpm.sm", "0"},
    {"gpm.supported", "1"},
    {"gpm.tensor", "0"},
    {"gpus", "8"},
    {"histogram.high", "0"},
    {"histogram.low", "0"},
    {"histogram.max", "2560"},
    {"histogram.none", "0"},
    {"histogram.partial", "0"},
    {"inforom", "G520.0200.00.05"},
    {"inforom.check", "0"},
    {"lost", "0"},
    {"margin", "auto"},
    {"memory.reserved", "328"},
    {"memory.total", "81559"},
    {"memory.used", "2"},
    {"mig", "0"},
    {"mig.pending", "auto"},
    {"minor", "auto"},
    {"module", "auto"},
    {"name", "NVIDIA H100 80GB HBM3"},
    {"nvlink.#.crc", ""},
    {"nvlink.#.recoveries", ""},
    {"nvlink.#.remote", ""},
    {"nvlink.#.remote.bus", ""},
    {"nvlink.#.replays", ""},
    {"nvlink.#.speed", ""},
    {"nvlink.#.state", ""},
    {"nvlink.#.version", ""},
    {"nvlink.crc", "0"},
    {"nvlink.links", "18"},
    {"nvlink.recoveries", "0"},
    {"nvlink.remote", "2"},
    {"nvlink.remote.bus", "auto"},
    {"nvlink.replays", "0"},
    {"nvlink.rx", "0"},
    {"nvlink.rx.count", "auto"},
    {"nvlink.speed", "26562"},
    {"nvlink.state", "1"},
    {"nvlink.tx", "0"},
    {"nvlink.tx.count", "auto"},
    {"nvlink.version", "6"},
    {"nvml", "auto"},
    {"offset.gpumax", "0"},
    {"offset.memmax", "0"},
    {"offset.shutdown", "-8"},
    {"offset.slowdown", "-2"},
    {"p2p", "0"},
    {"p2p.#-#", ""},
    {"path", "auto"},
    {"path.#-#", ""},
    {"pci.bus", "auto"},
    {"pci.device", "0x233010DE"},
    {"pci.subsystem", "0x16C110DE"},
    {"pcie.fatal", "0"},
    {"pcie.generation", "5"},
    {"pcie.max.generation", "5"},
    {"pcie.max.width", "16"},
    {"pcie.nonfatal", "0"},
    {"pcie.replays", "0"},
    {"pcie.rx", "0"},
    {"pcie.rx.count", "auto"},
    {"pcie.tx", "0"},
    {"pcie.tx.count", "auto"},
    {"pcie.width", "16"},
    {"persistence", "1"},
    {"power", "72"},
    {"power.limit", "700"},
    {"power.limit.default", "700"},
    {"power.limit.enforced", "auto"},
    {"power.limit.max", "700"},
    {"power.limit.min", "200"},
    {"processes.grow", "0"},
    {"processes.grow.calls", "3"},
    {"processes.more", "0"},
    {"processes.stride", "24"},
    {"pstate", "0"},
    {"reasons", "0x1"},
    {"recovery", "0"},
    {"remap.correctable", "0"},
    {"remap.failed", "0"},
    {"remap.pending", "0"},
    {"remap.uncorrectable", "0"},
    {"root", "0"},
    {"serial", "auto"},
    {"slowdown.brake", "0"},
    {"slowdown.brake.count", "auto"},
    {"slowdown.hw", "0"},
    {"slowdown.hw.count", "auto"},
    {"slowdown.sw", "0"},
    {"slowdown.sw.count", "auto"},
    {"sram.threshold", "0"},
    {"struct.fabric", "auto"},
    {"struct.margin", "1"},
    {"struct.memory", "2"},
    {"struct.processes", "1"},
    {"struct.sram", "1"},
    {"struct.temperature", "1"},
    {"temperature", "33"},
    {"temperature.memory", "41"},
    {"threshold.gpumax", "87"},
    {"threshold.memmax", "95"},
    {"threshold.shutdown", "92"},
    {"threshold.slowdown", "89"},
    {"util.gpu", "0"},
    {"util.memory", "0"},
    {"uuid", "auto"},
    {"vbios", "96.00.74.00.0D"},
    {"virtualization", "0"},
};

enum { KEYS = sizeof DEFAULTS / sizeof *DEFAULTS, MAX_SET = 2048 };

static struct value defaults[KEYS];
static struct { int gpu; char key[64]; struct value value; } set[MAX_SET];
static int set_count;

static void parse(struct value *out, const char *text) {
    memset(out, 0, sizeof *out);
    if (sscanf(text, "return %d", &out->code) == 1) return;
    if (strlen(text) >= sizeof out->text) fake_die("a value is too long", text);
    strcpy(out->text, text);
    char *end;
    out->real = strtod(text, &end);
    out->numeric = *text != 0 && *end == 0;
    errno = 0;
    out->whole = (long long)strtoull(text, &end, 0);
    if (*end != 0 || errno != 0) out->whole = (long long)out->real;
}

/* The key with "#" for each number that stands between dots or a hyphen. */
static void general(const char *key, char *out, size_t size) {
    size_t length = 0;
    for (const char *at = key; *at != 0 && length + 1 < size;) {
        int begins = at == key || at[-1] == '.' || at[-1] == '-';
        const char *end = at;
        while (begins && isdigit((unsigned char)*end)) end++;
        if (end > at && (*end == 0 || *end == '.' || *end == '-')) {
            out[length++] = '#';
            at = end;
        } else {
            out[length++] = *at++;
        }
    }
    out[length] = 0;
}

static int known(const char *key) {
    int low = 0, high = KEYS - 1;
    while (low <= high) {
        int middle = (low + high) / 2, order = strcmp(key, DEFAULTS[middle].key);
        if (order == 0) return middle;
        if (order < 0) high = middle - 1;
        else low = middle + 1;
    }
    return -1;
}

void store_reset(void) {
    set_count = 0;
    for (int i = 0; i < KEYS; i++) {
        if (i > 0 && strcmp(DEFAULTS[i - 1].key, DEFAULTS[i].key) >= 0) fake_die("keys out of order", DEFAULTS[i].key);
        parse(&defaults[i], DEFAULTS[i].value);
    }
}

/* A value for all GPUs takes the place of what single ones had. */
void store_set(int gpu, const char *key, const char *value) {
    char general_key[64];
    general(key, general_key, sizeof general_key);
    if (strlen(key) >= sizeof set[0].key || known(general_key) < 0) fake_die("unknown key", key);
    int kept = 0;
    for (int i = 0; i < set_count; i++) {
        int replaced = strcmp(set[i].key, key) == 0 && (gpu == ALL_GPUS || set[i].gpu == gpu);
        if (!replaced) set[kept++] = set[i];
    }
    set_count = kept;
    if (set_count == MAX_SET) fake_die("too many keys", key);
    set[set_count].gpu = gpu;
    strcpy(set[set_count].key, key);
    parse(&set[set_count].value, value);
    set_count++;
}

/* The value for this GPU, else for all, else the default; NULL for one link, pair or field that has none of its own. */
const struct value *store_find(int gpu, const char *key) {
    const struct value *found = NULL;
    for (int i = 0; i < set_count; i++) {
        if (strcmp(set[i].key, key) == 0 && (set[i].gpu == gpu || (set[i].gpu == ALL_GPUS && found == NULL))) {
            found = &set[i].value;
        }
    }
    if (found != NULL) return found;
    int at = known(key);
    return at < 0 ? NULL : &defaults[at];
}

static const struct value *numeric(int gpu, const char *key) {
    const struct value *value = store_find(gpu, key);
    if (value == NULL) fake_die("no value", key);
    if (value->code == SUCCESS && !value->numeric) fake_die("not a number", value->text[0] ? value->text : key);
    return value;
}

int fake_is(int gpu, const char *key) {
    fake_lock();
    const struct value *value = numeric(gpu, key);
    int is = value->code == SUCCESS && value->whole != 0;
    fake_unlock();
    return is;
}

/* What follows from other keys where the script leaves it to them. */
static long long follows(int gpu, const char *key) {
    static const int MODULES[] = {2, 4, 3, 1, 6, 8, 7, 5};
    long long value = 0;
    if (strcmp(key, "minor") == 0) return gpu;
    if (strcmp(key, "module") == 0) return gpu < 8 ? MODULES[gpu] : gpu + 1;
    if (strcmp(key, "ecc.pending") == 0) fake_whole(gpu, "ecc", &value);
    else if (strcmp(key, "mig.pending") == 0) fake_whole(gpu, "mig", &value);
    else if (strcmp(key, "margin") == 0) {
        fake_whole(gpu, "temperature", &value);
        value = 87 - value;
    } else if (strcmp(key, "struct.fabric") == 0) value = fake_branch() >= 580 ? 3 : 2;
    else if (strcmp(key, "power.limit.enforced") == 0) fake_whole(gpu, "power.limit", &value);
    else fake_die("not a number", key);
    return value;
}

int fake_whole(int gpu, const char *key, long long *out) {
    fake_lock();
    const struct value *value = store_find(gpu, key);
    int code = value != NULL ? value->code : SUCCESS;
    if (code != SUCCESS) *out = (long long)0xA5A5A5A5A5A5A5A5ULL;
    else if (value != NULL && strcmp(value->text, "auto") == 0) *out = follows(gpu, key);
    else *out = numeric(gpu, key)->whole;
    fake_unlock();
    return code;
}

int fake_real(int gpu, const char *key, double *out) {
    fake_lock();
    const struct value *value = store_find(gpu, key);
    int code = value != NULL ? value->code : SUCCESS;
    if (code == SUCCESS && value != NULL && strcmp(value->text, "auto") == 0) *out = (double)follows(gpu, key);
    else *out = code != SUCCESS ? 4711.0 : numeric(gpu, key)->real;
    fake_unlock();
    return code;
}

/* Texts that differ from GPU to GPU. */
static void own_text(int gpu, const char *key, char *out, size_t size) {
    static const int BUSES[] = {0x19, 0x3B, 0x4C, 0x5D, 0x9B, 0xBB, 0xCB, 0xDB};
    if (strcmp(key, "uuid") == 0) {
        snprintf(out, size, "GPU-4e5d6c7b-%04x-4f3a-9c21-8b7a6d5c4e%02x", 0x1a00 + gpu * 0x11, gpu);
    } else if (strcmp(key, "serial") == 0) {
        snprintf(out, size, "16502230%05d", 10417 + gpu * 13);
    } else if (strcmp(key, "pci.bus") == 0) {
        snprintf(out, size, "00000000:%02X:00.0", gpu < 8 ? BUSES[gpu] : 0xE0 + gpu);
    } else if (strcmp(key, "cpus") == 0) {
        snprintf(out, size, "%s", gpu < 4 ? "0-47,96-143" : "48-95,144-191");
    } else if (strcmp(key, "nvml") == 0) {
        snprintf(out, size, "13.%.150s", store_find(gpu, "driver")->text);
    } else {
        fake_die("not a text", key);
    }
}

int fake_text(int gpu, const char *key, char *out, u32 length) {
    fake_lock();
    const struct value *value = store_find(gpu, key);
    char text[160];
    if (strcmp(value->text, "auto") == 0) own_text(gpu, key, text, sizeof text);
    else strcpy(text, value->code == SUCCESS ? value->text : "junk");
    int code = value->code;
    fake_unlock();
    if (length < strlen(text) + 1) return INSUFFICIENT_SIZE;
    strcpy(out, text);
    return code;
}

/* 580 of 580.82.07. */
int fake_branch(void) {
    fake_lock();
    int branch = atoi(store_find(ALL_GPUS, "driver")->text);
    fake_unlock();
    return branch;
}
