/*
 * A libnvidia-ml of our own for tests: a healthy node of 8 x H100 80GB HBM3 (SXM), changed by a script (see script.c for its lines,
 * store.c for its keys). Struct layouts and numbers are NVML's: fields are written at the offsets a driver uses.
 */
#ifndef FAKE_H
#define FAKE_H

#include <stddef.h>

typedef unsigned int u32;
typedef unsigned long long u64;

enum { MAX_GPUS = 16, ALL_GPUS = -1, NO_GPU = -2 };

/* nvmlReturn_t, as far as it is used here. */
enum {
    SUCCESS = 0,
    UNINITIALIZED = 1,
    INVALID_ARGUMENT = 2,
    NOT_SUPPORTED = 3,
    NO_PERMISSION = 4,
    NOT_FOUND = 6,
    INSUFFICIENT_SIZE = 7,
    TIMEOUT = 10,
    FUNCTION_NOT_FOUND = 13,
    GPU_IS_LOST = 15,
    VERSION_MISMATCH = 25,
    /* Not NVML's: no rule decides the call, it takes its normal way. */
    GO_ON = -1
};

/* What a key holds. A code other than SUCCESS stands in place of a value ("key = return 3"). */
struct value {
    char text[160];
    double real;
    long long whole;
    int numeric;
    int code;
};

/* An event that the script announces. */
struct event {
    long long at_ns;
    int gpu;
    u64 type;
    u64 data;
};

/* A process on a GPU. */
struct process {
    int gpu;
    u32 pid;
    int mode; /* compute 0, graphics 1, MPS 2 */
    u64 bytes;
};

/* script.c: one lock for all state, which a thread may take again; every function below takes it, or is called with it held. */
void fake_lock(void);
void fake_unlock(void);
void fake_die(const char *what, const char *line);
void fake_refresh(void);
long long fake_now_ns(void);
int fake_generation(void);
int fake_events(const struct event **events);
int fake_processes(const struct process **processes);

/* store.c */
void store_reset(void);
void store_set(int gpu, const char *key, const char *value);
const struct value *store_find(int gpu, const char *key);
int fake_whole(int gpu, const char *key, long long *out);
int fake_real(int gpu, const char *key, double *out);
int fake_text(int gpu, const char *key, char *out, u32 length);
int fake_is(int gpu, const char *key);
int fake_branch(void);

/* counters.c */
void counters_start(long long now_ns);
void counters_advance(long long now_ns);
int fake_counter(int gpu, const char *key, long long *out);
int fake_counter_at(int gpu, const char *key, long long at_ns, long long *out);

/* calls.c */
void calls_reset(void);
void calls_rule(const char *symbol, const char *words);
int fake_enter(const char *symbol, int gpu);
int fake_gpu(const void *device);
void *fake_device(int gpu);
void fake_init(int by);

/* What every exported function begins with. */
#define ENTER(gpu)                                   \
    do {                                             \
        int code_ = fake_enter(__func__, gpu);       \
        if (code_ != GO_ON) return code_;            \
    } while (0)

/* A function of a device with one number as its result. */
#define NUMBER(symbol, type, key)                    \
    int symbol(void *device, type *out) {            \
        int gpu = fake_gpu(device);                  \
        ENTER(gpu);                                  \
        long long value;                             \
        int code = fake_whole(gpu, key, &value);     \
        *out = (type)value;                          \
        return code;                                 \
    }

void put32(void *base, int at, u32 value);
void put64(void *base, int at, u64 value);
u32 get32(const void *base, int at);

#endif
