/*
 * A small libcuda for tests: GPUs that exist only in the text file beside the library, named as it with ".script" added.
 *
 *   devices = 8
 *   driver.version = 13000
 *   sm.mhz = 1755                    the clock while a kernel runs
 *   call.cuInit = return 802         every call answers 802
 *   call.cuInit = return 802 after 3     the first three calls work
 *   call.cuInit = return 802 times 3     only the first three calls fail
 *   call.cuInit = delay 200          milliseconds, then it works
 *   call.cuInit = hang | crash | print TEXT
 *   counts = /a/folder               counts calls over processes, one file a function
 *   pid = /a/file                    cuInit writes its process id there
 *
 * Time is reckoned, not measured: a copy takes its bytes over the speed of its path, a kernel its multiply-adds over the
 * clock, so that what is measured on it is known beforehand.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned int u32;
typedef unsigned long long u64;

#define NOT_SUPPORTED 801
#define INVALID_VALUE 1
#define INVALID_DEVICE 101
#define BUFFER 4096
#define MOST_FUNCTIONS 400

typedef struct { char name[64]; long calls; } Count;
typedef struct { double ms; } Event;
typedef struct { int device; } Context;

static char script[65536];
static int script_read;
static Count counts[MOST_FUNCTIONS];
static double now_ms;
static Context contexts[64];
static Context *current;

static void read_script(void) {
    Dl_info self;
    char path[BUFFER];
    FILE *file;
    if (script_read) return;
    script_read = 1;
    if (!dladdr((void *)read_script, &self)) return;
    snprintf(path, sizeof path, "%s.script", self.dli_fname);
    file = fopen(path, "r");
    if (file) {
        script[fread(script, 1, sizeof script - 1, file)] = 0;
        fclose(file);
    }
}

/* The value of a key, copied to out; 0 when the script does not have it. */
static int value(const char *key, char *out, size_t length) {
    size_t key_length = strlen(key);
    const char *line;
    read_script();
    for (line = script; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, key, key_length) == 0 && strncmp(line + key_length, " = ", 3) == 0) {
            const char *from = line + key_length + 3;
            size_t n = strcspn(from, "\n");
            if (n >= length) n = length - 1;
            memcpy(out, from, n);
            out[n] = 0;
            return 1;
        }
    }
    return 0;
}

static double number(const char *key, double otherwise) {
    char text[64];
    return value(key, text, sizeof text) ? atof(text) : otherwise;
}

static int devices(void) { return (int)number("devices", 8); }

/* How many calls there were before this one, over all processes where the script names a folder for it. */
static long count(const char *function) {
    char folder[BUFFER], path[BUFFER + 80];
    int i;
    if (value("counts", folder, sizeof folder)) {
        FILE *file;
        long before;
        snprintf(path, sizeof path, "%s/%s", folder, function);
        file = fopen(path, "a");
        if (!file) return 0;
        fseek(file, 0, SEEK_END);
        before = ftell(file);
        fputc('.', file);
        fclose(file);
        return before;
    }
    for (i = 0; i < MOST_FUNCTIONS - 1 && counts[i].name[0] && strcmp(counts[i].name, function) != 0; i++) {}
    if (!counts[i].name[0]) snprintf(counts[i].name, sizeof counts[i].name, "%s", function);
    return counts[i].calls++;
}

static void wait_ms(long ms) {
    struct timespec left = {ms / 1000, (ms % 1000) * 1000000L};
    while (nanosleep(&left, &left) != 0) {}
}

static void print_raw(const char *text) {
    if (write(1, text, strlen(text)) < 0) abort();
}

/* What the script says of a call; 0 lets it work. */
static int hook(const char *function) {
    char key[80], text[1024];
    const char *part;
    long before;
    snprintf(key, sizeof key, "call.%s", function);
    if (!value(key, text, sizeof text)) return 0;
    before = count(function);
    if ((part = strstr(text, "after ")) && before < atol(part + 6)) return 0;
    if ((part = strstr(text, "times ")) && before >= atol(part + 6)) return 0;
    if ((part = strstr(text, "delay "))) wait_ms(atol(part + 6));
    if (strncmp(text, "print ", 6) == 0) print_raw(text + 6);
    if (strncmp(text, "hang", 4) == 0) for (;;) pause();
    if (strncmp(text, "crash", 5) == 0) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    return (part = strstr(text, "return ")) ? atoi(part + 7) : 0;
}

#define HOOK(function) do { int code = hook(function); if (code) return code; } while (0)
#define HOOK_DEVICE(function, device) \
    do { HOOK(function); if ((device) < 0 || (device) >= devices()) return INVALID_DEVICE; } while (0)

int cuInit(u32 flags) {
    char path[BUFFER];
    (void)flags;
    if (value("pid", path, sizeof path)) {
        FILE *file = fopen(path, "w");
        if (file) {
            fprintf(file, "%d", (int)getpid());
            fclose(file);
        }
    }
    HOOK("cuInit");
    return devices() == 0 ? 100 : 0;
}

int cuDriverGetVersion(int *out) { HOOK("cuDriverGetVersion"); *out = (int)number("driver.version", 13000); return 0; }
int cuDeviceGetCount(int *out) { HOOK("cuDeviceGetCount"); *out = devices(); return 0; }
int cuDeviceGet(int *out, int ordinal) { HOOK_DEVICE("cuDeviceGet", ordinal); *out = ordinal; return 0; }

int cuDeviceGetName(char *out, int length, int device) {
    char name[128];
    HOOK_DEVICE("cuDeviceGetName", device);
    if (!value("name", name, sizeof name)) strcpy(name, "NVIDIA H100 80GB HBM3");
    snprintf(out, (size_t)length, "%s", name);
    return 0;
}

int cuDeviceTotalMem_v2(size_t *out, int device) {
    HOOK_DEVICE("cuDeviceTotalMem_v2", device);
    *out = (size_t)81559 << 20;
    return 0;
}

/* The same GPUs as the fake NVML's; "order = reversed" counts them from the end. */
static int identity(int device) {
    char order[32];
    return value("order", order, sizeof order) && strcmp(order, "reversed") == 0 ? devices() - 1 - device : device;
}

int cuDeviceGetUuid(unsigned char *out, int device) {
    static const unsigned char UUID[16] = {
        0x4e, 0x5d, 0x6c, 0x7b, 0x1a, 0, 0x4f, 0x3a, 0x9c, 0x21, 0x8b, 0x7a, 0x6d, 0x5c, 0x4e, 0};
    HOOK_DEVICE("cuDeviceGetUuid", device);
    memcpy(out, UUID, 16);
    out[5] = (unsigned char)(identity(device) * 0x11);
    out[15] = (unsigned char)identity(device);
    return 0;
}

int cuDeviceGetPCIBusId(char *out, int length, int device) {
    static const int BUSES[] = {0x19, 0x3B, 0x4C, 0x5D, 0x9B, 0xBB, 0xCB, 0xDB};
    HOOK_DEVICE("cuDeviceGetPCIBusId", device);
    snprintf(out, (size_t)length, "0000:%02X:00.0", BUSES[identity(device) % 8]);
    return 0;
}

int cuDeviceGetAttribute(int *out, int attribute, int device) {
    HOOK_DEVICE("cuDeviceGetAttribute", device);
    switch (attribute) {
        case 13: *out = 1980000; return 0;
        case 16: *out = 132; return 0;
        case 20: *out = (int)number("compute.mode", 0); return 0;
        case 32: *out = 1; return 0;
        case 36: *out = 2619000; return 0;
        case 37: *out = 5120; return 0;
        case 38: *out = 50 << 20; return 0;
        case 39: *out = 2048; return 0;
        case 75: *out = 9; return 0;
        case 76: *out = 0; return 0;
        default: return INVALID_VALUE;
    }
}

int cuDeviceCanAccessPeer(int *out, int device, int peer) {
    HOOK_DEVICE("cuDeviceCanAccessPeer", device);
    *out = device != peer && number("peer.access", 1) != 0;
    return 0;
}

int cuDeviceGetP2PAttribute(int *out, int attribute, int from, int to) {
    HOOK_DEVICE("cuDeviceGetP2PAttribute", from);
    if (from == to) return INVALID_DEVICE;
    *out = attribute == 1 ? 0 : number("peer.access", 1) != 0;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **out, int device) {
    HOOK_DEVICE("cuDevicePrimaryCtxRetain", device);
    contexts[device].device = device;
    *out = &contexts[device];
    return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device) { HOOK_DEVICE("cuDevicePrimaryCtxRelease_v2", device); return 0; }
int cuCtxSetCurrent(void *context) { HOOK("cuCtxSetCurrent"); current = context; return 0; }
int cuCtxSynchronize(void) { HOOK("cuCtxSynchronize"); return current ? 0 : 201; }
int cuCtxEnablePeerAccess(void *peer, u32 flags) { (void)peer; (void)flags; HOOK("cuCtxEnablePeerAccess"); return 0; }

/* Pages are touched only where something is written, so that large buffers cost nothing. */
int cuMemAlloc_v2(void **out, size_t bytes) { HOOK("cuMemAlloc_v2"); *out = calloc(1, bytes); return *out ? 0 : 2; }
int cuMemFree_v2(void *pointer) { HOOK("cuMemFree_v2"); free(pointer); return 0; }
int cuMemHostAlloc(void **out, size_t bytes, u32 flags) {
    (void)flags;
    HOOK("cuMemHostAlloc");
    *out = calloc(1, bytes);
    return *out ? 0 : 2;
}
int cuMemFreeHost(void *pointer) { HOOK("cuMemFreeHost"); free(pointer); return 0; }

/* Large copies are reckoned and not done: nobody looks at what they carry. */
static int copy(void *to, const void *from, size_t bytes, const char *speed, double gbps) {
    if (bytes <= (4u << 20)) memcpy(to, from, bytes);
    now_ms += (double)bytes / (number(speed, gbps) * 1e6);
    return 0;
}

int cuMemcpyHtoD_v2(void *to, const void *from, size_t n) { HOOK("cuMemcpyHtoD_v2"); return copy(to, from, n, "h2d.gbps", 55); }
int cuMemcpyDtoH_v2(void *to, const void *from, size_t n) { HOOK("cuMemcpyDtoH_v2"); return copy(to, from, n, "d2h.gbps", 50); }
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t n, void *stream) {
    (void)stream;
    HOOK("cuMemcpyHtoDAsync_v2");
    return copy(to, from, n, "h2d.gbps", 55);
}
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t n, void *stream) {
    (void)stream;
    HOOK("cuMemcpyDtoHAsync_v2");
    return copy(to, from, n, "d2h.gbps", 50);
}
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t n, void *stream) {
    (void)stream;
    HOOK("cuMemcpyDtoDAsync_v2");
    return copy(to, from, n, "d2d.gbps", 1250);
}
int cuMemcpyPeerAsync(void *to, void *to_context, const void *from, void *from_context, size_t n, void *stream) {
    (void)to_context;
    (void)from_context;
    (void)stream;
    HOOK("cuMemcpyPeerAsync");
    return copy(to, from, n, "peer.gbps", 360);
}
int cuMemsetD32_v2(u32 *to, u32 word, size_t n) {
    size_t i;
    HOOK("cuMemsetD32_v2");
    for (i = 0; i < n && i < (1u << 20); i++) to[i] = word;
    return 0;
}

int cuEventCreate(Event **out, u32 flags) { (void)flags; HOOK("cuEventCreate"); *out = calloc(1, sizeof(Event)); return 0; }
int cuEventDestroy_v2(Event *event) { HOOK("cuEventDestroy_v2"); free(event); return 0; }
int cuEventRecord(Event *event, void *stream) { (void)stream; HOOK("cuEventRecord"); event->ms = now_ms; return 0; }
int cuEventSynchronize(Event *event) { (void)event; HOOK("cuEventSynchronize"); return 0; }
int cuEventElapsedTime(float *out, Event *from, Event *to) {
    HOOK("cuEventElapsedTime");
    *out = (float)(to->ms - from->ms);
    return 0;
}

int cuModuleLoadData(void **out, const char *image) {
    HOOK("cuModuleLoadData");
    *out = contexts;
    return strstr(image, ".version") ? 0 : 218;
}
int cuModuleUnload(void *module) { (void)module; HOOK("cuModuleUnload"); return 0; }
int cuModuleGetFunction(void **out, void *module, const char *name) {
    (void)module;
    HOOK("cuModuleGetFunction");
    *out = contexts + (strstr(name, "fma") ? 1 : strstr(name, "gemm") ? 2 : 0);
    return 0;
}

/* The multiply-add kernel on a GPU that finishes 128 of them on each SM in a cycle. Long runs carry no result but their agreement. */
static void fma_kernel(u32 blocks, u32 threads, void **arguments) {
    float *results = *(float **)arguments[0];
    u64 *clocks = *(u64 **)arguments[1];
    u32 rounds = *(u32 *)arguments[2];
    float factor = *(float *)arguments[3], addend = *(float *)arguments[4];
    float lanes[32];
    u64 cycles = (u64)blocks * threads * rounds * 256 / 132 / 128;
    double mhz = number("sm.mhz", 1755);
    u32 block, thread, lane, chain, step;
    for (lane = 0; lane < 32; lane++) {
        lanes[lane] = 0;
        for (chain = 0; chain < 8; chain++) {
            float x = (float)(lane + chain);
            for (step = 0; rounds <= 64 && step < rounds * 32; step++) x = fmaf(x, factor, addend);
            lanes[lane] += x;
        }
    }
    for (block = 0; block < blocks; block++) {
        for (thread = 0; thread < threads; thread++) results[block * threads + thread] = lanes[thread % 32];
        clocks[block * 4] = 1000;
        clocks[block * 4 + 1] = 1000 + cycles;
        clocks[block * 4 + 2] = 5000;
        clocks[block * 4 + 3] = 5000 + (u64)((double)cycles / mhz * 1000);
    }
    if (number("wrong.result", 0) != 0) results[blocks * threads - 1] += 1;
    now_ms += (double)cycles / mhz / 1000;
}

/* The matrix product for factors whose elements are all the same. */
static void gemm_kernel(void **arguments) {
    float left = **(float **)arguments[0], right = **(float **)arguments[1], *product = *(float **)arguments[2];
    u32 edge = *(u32 *)arguments[3], i;
    for (i = 0; i < edge * edge; i++) product[i] = (float)edge * left * right;
    now_ms += 2.0 * edge * edge * edge / 1e9;
}

int cuLaunchKernel(void *function, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 shared, void *stream, void **arguments,
        void **extra) {
    (void)gy; (void)gz; (void)by; (void)bz; (void)shared; (void)stream; (void)extra;
    HOOK("cuLaunchKernel");
    if (function == contexts + 1) fma_kernel(gx, bx, arguments);
    if (function == contexts + 2) gemm_kernel(arguments);
    return 0;
}
