/* What every call goes through first: the rules of the script for it, a lost GPU, a driver too old to have it. */
#define _GNU_SOURCE
#include "fake.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_RULES = 128, MAX_SYMBOLS = 256 };

struct rule {
    char symbol[64];
    int gpu, code, hang, crash;
    long after, times, delay_ms, matched;
};

static struct rule rules[MAX_RULES];
static int rule_count;
static struct { char symbol[64]; int calls; } counted[MAX_SYMBOLS];
static int counted_count;
static int inits;
static char devices[MAX_GPUS];

/* Driver branch that brought a function, for those that not every driver has. */
static const struct { const char *symbol; int branch; } SINCE[] = {
    {"nvmlDeviceGetComputeRunningProcesses_v3", 510},
    {"nvmlDeviceGetGraphicsRunningProcesses_v3", 510},
    {"nvmlDeviceGetMPSComputeRunningProcesses_v3", 510},
    {"nvmlDeviceGetMemoryInfo_v2", 510},
    {"nvmlDeviceGetNumGpuCores", 510},
    {"nvmlDeviceGetMemoryBusWidth", 510},
    {"nvmlGpmQueryDeviceSupport", 520},
    {"nvmlGpmSampleAlloc", 520},
    {"nvmlGpmSampleGet", 520},
    {"nvmlGpmSampleFree", 520},
    {"nvmlGpmMetricsGet", 520},
    {"nvmlDeviceGetGpuFabricInfo", 525},
    {"nvmlDeviceGetModuleId", 535},
    {"nvmlDeviceGetCurrentClocksEventReasons", 535},
    {"nvmlDeviceGetRunningProcessDetailList", 535},
    {"nvmlDeviceGetGpuFabricInfoV", 550},
    {"nvmlDeviceGetSramEccErrorStatus", 550},
    {"nvmlDeviceGetTemperatureV", 570},
    {"nvmlDeviceGetMarginTemperature", 570},
};

void put32(void *base, int at, u32 value) { memcpy((char *)base + at, &value, 4); }
void put64(void *base, int at, u64 value) { memcpy((char *)base + at, &value, 8); }

u32 get32(const void *base, int at) {
    u32 value;
    memcpy(&value, (const char *)base + at, 4);
    return value;
}

void *fake_device(int gpu) { return &devices[gpu]; }

int fake_gpu(const void *device) {
    const char *at = device;
    return at >= devices && at < devices + MAX_GPUS ? (int)(at - devices) : NO_GPU;
}

void calls_reset(void) { rule_count = 0; }

static int exported(const char *symbol) {
    Dl_info self;
    if (strcmp(symbol, "*") == 0 || dladdr((void *)exported, &self) == 0) return 1;
    void *library = dlopen(self.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
    int found = library == NULL || dlsym(library, symbol) != NULL;
    if (library != NULL) dlclose(library);
    return found;
}

void calls_rule(const char *symbol, const char *words) {
    if (!exported(symbol)) fake_die("no such function in this library", symbol);
    if (rule_count == MAX_RULES || strlen(symbol) >= sizeof rules[0].symbol) fake_die("too many rules", symbol);
    struct rule rule = {.gpu = ALL_GPUS, .code = GO_ON, .times = -1};
    strcpy(rule.symbol, symbol);
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "hang") == 0) {
            rule.hang = 1;
            continue;
        }
        if (strcmp(word, "crash") == 0) {
            rule.crash = 1;
            continue;
        }
        char *number = strtok_r(NULL, " ", &rest);
        long value = number == NULL ? 0 : strtol(number, &number, 10);
        if (number == NULL || *number != 0) fake_die("a number follows each word of a rule", words);
        if (strcmp(word, "return") == 0) rule.code = (int)value;
        else if (strcmp(word, "gpu") == 0) rule.gpu = (int)value;
        else if (strcmp(word, "after") == 0) rule.after = value;
        else if (strcmp(word, "times") == 0) rule.times = value;
        else if (strcmp(word, "delay") == 0) rule.delay_ms = value;
        else fake_die("not a word of a rule", words);
    }
    rules[rule_count++] = rule;
}

static void count(const char *symbol) {
    int at = 0;
    while (at < counted_count && strcmp(counted[at].symbol, symbol) != 0) at++;
    if (at == MAX_SYMBOLS) fake_die("too many functions", symbol);
    if (at == counted_count) snprintf(counted[counted_count++].symbol, sizeof counted[0].symbol, "%s", symbol);
    counted[at].calls++;
}

/* How often this process has called a function: for tests. */
int fakeCalls(const char *symbol) {
    fake_lock();
    int calls = 0;
    for (int i = 0; i < counted_count; i++) {
        if (strcmp(counted[i].symbol, symbol) == 0) calls = counted[i].calls;
    }
    fake_unlock();
    return calls;
}

/* Inits that no shutdown has undone: for tests. */
int fakeInits(void) { return inits; }

void fake_init(int by) {
    fake_lock();
    inits += by;
    fake_unlock();
}

/* The first rule for this call whose time has come; a copy, as the script may be read again meanwhile. */
static struct rule decide(const char *symbol, int gpu) {
    struct rule decided = {.code = GO_ON};
    for (int i = 0; i < rule_count; i++) {
        struct rule *rule = &rules[i];
        int every = strcmp(rule->symbol, "*") == 0 && gpu >= 0;
        if ((!every && strcmp(rule->symbol, symbol) != 0) || (rule->gpu != ALL_GPUS && rule->gpu != gpu)) continue;
        long matched = rule->matched++;
        int now = matched >= rule->after && (rule->times < 0 || matched < rule->after + rule->times);
        if (now) return *rule;
    }
    return decided;
}

static int too_new(const char *symbol) {
    for (size_t i = 0; i < sizeof SINCE / sizeof *SINCE; i++) {
        if (strcmp(SINCE[i].symbol, symbol) == 0) return fake_branch() < SINCE[i].branch;
    }
    return 0;
}

static int starts(const char *symbol) {
    return strcmp(symbol, "nvmlInit_v2") == 0 || strcmp(symbol, "nvmlInitWithFlags") == 0;
}

/* GO_ON, or the code that the call returns at once. gpu: NO_GPU for a handle that is none, ALL_GPUS for a call without one. */
int fake_enter(const char *symbol, int gpu) {
    fake_lock();
    fake_refresh();
    count(symbol);
    struct rule rule = decide(symbol, gpu);
    int code = rule.code;
    if (code == GO_ON && inits == 0 && !starts(symbol)) code = UNINITIALIZED;
    if (code == GO_ON && too_new(symbol)) code = FUNCTION_NOT_FOUND;
    if (code == GO_ON && gpu == NO_GPU) code = INVALID_ARGUMENT;
    if (code == GO_ON && gpu >= 0 && fake_is(gpu, "lost")) code = GPU_IS_LOST;
    fake_unlock();
    if (rule.delay_ms > 0) usleep((useconds_t)rule.delay_ms * 1000);
    if (rule.crash) raise(SIGSEGV);
    while (rule.hang) pause();
    return code;
}
