/*
 * A small libnvidia-ml for tests: two H100 SXM on NVSwitch. Macros given to the compiler break single functions.
 * Struct layouts are NVML's: fields are written at the offsets a driver uses.
 */
#include <stdio.h>
#include <string.h>

typedef unsigned int u32;
typedef unsigned long long u64;

#ifndef INIT_RETURN
#define INIT_RETURN 0
#endif
#ifndef DEVICES
#define DEVICES 2
#endif
#ifndef LOST_DEVICE
#define LOST_DEVICE -1
#endif
#ifndef UTILIZATION_RETURN
#define UTILIZATION_RETURN 0
#endif
#ifndef NEWEST_MEMORY_VERSION
#define NEWEST_MEMORY_VERSION 2
#endif
#ifndef PROCESS_BYTES
#define PROCESS_BYTES 24
#endif
#ifndef PROCESSES
#define PROCESSES 3
#endif

static int handles[DEVICES + 1];
static int inits;

static void put32(void *base, int at, u32 value) { memcpy((char *)base + at, &value, 4); }
static void put64(void *base, int at, u64 value) { memcpy((char *)base + at, &value, 8); }
static int index_of(void *device) { return (int)((int *)device - handles); }

static int text(char *out, u32 length, const char *value) {
    if (length < strlen(value) + 1) return 7;
    strcpy(out, value);
    return 0;
}

int nvmlInit_v2(void) { inits++; return INIT_RETURN; }
int nvmlShutdown(void) { inits--; return 0; }
int fakeInits(void) { return inits; }
int nvmlSystemGetDriverVersion(char *out, u32 length) { return text(out, length, "550.163.01"); }
int nvmlSystemGetCudaDriverVersion_v2(int *out) { *out = 12040; return 0; }
int nvmlDeviceGetCount_v2(u32 *out) { *out = DEVICES; return 0; }

int nvmlDeviceGetHandleByIndex_v2(u32 index, void **out) {
    if ((int)index == LOST_DEVICE) return 15;
    if (index >= DEVICES) return 2;
    *out = &handles[index];
    return 0;
}

int nvmlDeviceGetUUID(void *device, char *out, u32 length) {
    char uuid[96];
    snprintf(uuid, sizeof uuid, "GPU-00000000-0000-0000-0000-00000000000%d", index_of(device));
    return text(out, length, uuid);
}
int nvmlDeviceGetName(void *device, char *out, u32 length) { return text(out, length, "NVIDIA H100 80GB HBM3"); }
int nvmlDeviceGetVbiosVersion(void *device, char *out, u32 length) { return text(out, length, "96.00.74.00.0D"); }

int nvmlDeviceGetPciInfo_v3(void *device, void *pci) {
    memset(pci, 0, 68);
    put32(pci, 28, 0x233010DE);
    snprintf((char *)pci + 36, 32, "00000000:%02X:00.0", 0x19 + index_of(device));
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, void *memory) {
    put64(memory, 0, 81559ULL << 20);
    put64(memory, 8, 81229ULL << 20);
    put64(memory, 16, 330ULL << 20);
    return 0;
}

int nvmlDeviceGetMemoryInfo_v2(void *device, void *memory) {
    u32 version;
    memcpy(&version, memory, 4);
    if (version != (40u | ((u32)NEWEST_MEMORY_VERSION << 24))) return 25;
    put64(memory, 8, 81559ULL << 20);
    put64(memory, 16, 328ULL << 20);
    put64(memory, 24, 81229ULL << 20);
    put64(memory, 32, 2ULL << 20);
    return 0;
}

int nvmlDeviceGetUtilizationRates(void *device, void *rates) {
    put32(rates, 0, 97);
    put32(rates, 4, 41);
    return UTILIZATION_RETURN;
}

int nvmlDeviceGetPowerUsage(void *device, u32 *out) { *out = 412345; return 0; }
int nvmlDeviceGetEnforcedPowerLimit(void *device, u32 *out) { *out = 700000; return 0; }
int nvmlDeviceGetPowerManagementDefaultLimit(void *device, u32 *out) { *out = 700000; return 0; }
int nvmlDeviceGetTotalEnergyConsumption(void *device, u64 *out) { *out = 5000000123456ULL; return 0; }

#ifdef ONLY_TEMPERATURE_V
int nvmlDeviceGetTemperatureV(void *device, void *temperature) {
    u32 version;
    memcpy(&version, temperature, 4);
    if (version != 0x0100000C) return 25;
    put32(temperature, 8, 51);
    return 0;
}
#else
int nvmlDeviceGetTemperature(void *device, u32 sensor, u32 *out) { *out = 47; return sensor == 0 ? 0 : 2; }
#endif

int nvmlDeviceGetClockInfo(void *device, u32 type, u32 *out) { *out = type == 1 ? 1755 : 2619; return 0; }
int nvmlDeviceGetMaxClockInfo(void *device, u32 type, u32 *out) { *out = type == 1 ? 1980 : 2619; return 0; }

#ifndef WITHOUT_EVENT_REASONS
int nvmlDeviceGetCurrentClocksEventReasons(void *device, u64 *out) { *out = 0x100000004ULL; return 0; }
#endif
#ifdef WITH_THROTTLE_REASONS
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, u64 *out) { *out = 0x8; return 0; }
#endif

int nvmlDeviceGetEccMode(void *device, int *current, int *pending) { *current = 1; *pending = 0; return 0; }
int nvmlDeviceGetMigMode(void *device, u32 *current, u32 *pending) { return 3; }
int nvmlDeviceGetPersistenceMode(void *device, int *out) { *out = 1; return 0; }
int nvmlDeviceGetCurrPcieLinkGeneration(void *device, u32 *out) { *out = 5; return 0; }
int nvmlDeviceGetCurrPcieLinkWidth(void *device, u32 *out) { *out = 16; return 0; }

int nvmlDeviceGetNvLinkState(void *device, u32 link, int *out) {
    if (link >= 18) return 2;
    *out = 1;
    return 0;
}
int nvmlDeviceGetNvLinkRemoteDeviceType(void *device, u32 link, int *out) { *out = 2; return 0; }
int nvmlDeviceGetTopologyCommonAncestor(void *a, void *b, int *out) { *out = 40; return 0; }
int nvmlDeviceGetP2PStatus(void *a, void *b, int capability, int *out) {
#ifdef P2P_BROKEN
    *out = 5;
#else
    *out = capability == 2 ? 0 : 5;
#endif
    return 0;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *device, u32 *count, void *entries) {
    u32 capacity = *count;
    *count = PROCESSES;
    if (capacity < PROCESSES) return 7;
    for (int i = 0; i < PROCESSES; i++) {
        char *at = (char *)entries + i * PROCESS_BYTES;
        put32(at, 0, 4000 + i);
        put64(at, 8, 1ULL << 30);
        put32(at, 16, 0xFFFFFFFF);
        put32(at, 20, 0xFFFFFFFF);
    }
    return 0;
}
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *device, u32 *count, void *entries) { *count = 0; return 0; }
