/* Load, power, clocks and temperatures. */
#include "fake.h"

#include <string.h>

int nvmlDeviceGetUtilizationRates(void *device, u32 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long chip, memory;
    int code = fake_whole(gpu, "util.gpu", &chip), other = fake_whole(gpu, "util.memory", &memory);
    out[0] = (u32)chip;
    out[1] = (u32)memory;
    if (fake_is(gpu, "mig")) return NOT_SUPPORTED;
    return code != SUCCESS ? code : other;
}

static int milliwatts(int gpu, const char *key, u32 *out) {
    double watts;
    int code = fake_real(gpu, key, &watts);
    *out = (u32)(watts * 1000 + 0.5);
    return code;
}

#define WATTS(symbol, key)                           \
    int symbol(void *device, u32 *out) {             \
        int gpu = fake_gpu(device);                  \
        ENTER(gpu);                                  \
        return milliwatts(gpu, key, out);            \
    }

WATTS(nvmlDeviceGetPowerUsage, "power")
WATTS(nvmlDeviceGetEnforcedPowerLimit, "power.limit.enforced")
WATTS(nvmlDeviceGetPowerManagementLimit, "power.limit")
WATTS(nvmlDeviceGetPowerManagementDefaultLimit, "power.limit.default")

int nvmlDeviceGetPowerManagementLimitConstraints(void *device, u32 *least, u32 *most) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    int code = milliwatts(gpu, "power.limit.min", least), other = milliwatts(gpu, "power.limit.max", most);
    return code != SUCCESS ? code : other;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, u64 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long millijoules;
    int code = fake_counter(gpu, "energy", &millijoules);
    *out = (u64)millijoules;
    return code;
}

static int one_of(int gpu, const char *const *keys, u32 type, u32 *out) {
    if (type > 3) return INVALID_ARGUMENT;
    long long mhz;
    int code = fake_whole(gpu, keys[type], &mhz);
    *out = (u32)mhz;
    return code;
}

int nvmlDeviceGetClockInfo(void *device, u32 type, u32 *out) {
    static const char *const KEYS[] = {"clock.graphics", "clock.sm", "clock.memory", "clock.video"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return one_of(gpu, KEYS, type, out);
}

int nvmlDeviceGetMaxClockInfo(void *device, u32 type, u32 *out) {
    static const char *const KEYS[] = {"clock.max.graphics", "clock.max.sm", "clock.max.memory", "clock.max.video"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return one_of(gpu, KEYS, type, out);
}

NUMBER(nvmlDeviceGetPerformanceState, int, "pstate")
NUMBER(nvmlDeviceGetCurrentClocksEventReasons, u64, "reasons")
NUMBER(nvmlDeviceGetCurrentClocksThrottleReasons, u64, "reasons")

int nvmlDeviceGetTemperature(void *device, u32 sensor, u32 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    if (sensor != 0) return INVALID_ARGUMENT;
    long long celsius;
    int code = fake_whole(gpu, "temperature", &celsius);
    *out = (u32)celsius;
    return code;
}

/* A struct of which only one version is known, with one number in it. */
static int versioned(int gpu, void *out, const char *newest_key, u32 version, const char *key, int at) {
    long long newest, value;
    fake_whole(gpu, newest_key, &newest);
    int code = fake_whole(gpu, key, &value);
    put32(out, at, (u32)value);
    return newest < 1 || get32(out, 0) != version ? VERSION_MISMATCH : code;
}

int nvmlDeviceGetTemperatureV(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return versioned(gpu, out, "struct.temperature", 0x0100000C, "temperature", 8);
}

int nvmlDeviceGetMarginTemperature(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return versioned(gpu, out, "struct.margin", 0x01000008, "margin", 4);
}

int nvmlDeviceGetTemperatureThreshold(void *device, u32 type, u32 *out) {
    static const char *const KEYS[] = {
        "threshold.shutdown", "threshold.slowdown", "threshold.memmax", "threshold.gpumax"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return one_of(gpu, KEYS, type, out);
}
