/* Which GPU it is, its slot, and how it is set. */
#define _GNU_SOURCE
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT(symbol, key)                            \
    int symbol(void *device, char *out, u32 length) { \
        int gpu = fake_gpu(device);                  \
        ENTER(gpu);                                  \
        return fake_text(gpu, key, out, length);     \
    }

TEXT(nvmlDeviceGetName, "name")
TEXT(nvmlDeviceGetUUID, "uuid")
TEXT(nvmlDeviceGetSerial, "serial")
TEXT(nvmlDeviceGetBoardPartNumber, "board")
TEXT(nvmlDeviceGetVbiosVersion, "vbios")
TEXT(nvmlDeviceGetInforomImageVersion, "inforom")

NUMBER(nvmlDeviceGetMinorNumber, u32, "minor")
NUMBER(nvmlDeviceGetModuleId, u32, "module")
NUMBER(nvmlDeviceGetBrand, int, "brand")
NUMBER(nvmlDeviceGetArchitecture, u32, "architecture")
NUMBER(nvmlDeviceGetNumGpuCores, u32, "cores")
NUMBER(nvmlDeviceGetMemoryBusWidth, u32, "bus.width")
NUMBER(nvmlDeviceGetCurrPcieLinkGeneration, u32, "pcie.generation")
NUMBER(nvmlDeviceGetCurrPcieLinkWidth, u32, "pcie.width")
NUMBER(nvmlDeviceGetMaxPcieLinkGeneration, u32, "pcie.max.generation")
NUMBER(nvmlDeviceGetGpuMaxPcieLinkGeneration, u32, "pcie.max.generation")
NUMBER(nvmlDeviceGetMaxPcieLinkWidth, u32, "pcie.max.width")
NUMBER(nvmlDeviceGetPcieReplayCounter, u32, "pcie.replays")
NUMBER(nvmlDeviceGetPersistenceMode, int, "persistence")
NUMBER(nvmlDeviceGetComputeMode, int, "compute.mode")
NUMBER(nvmlDeviceGetVirtualizationMode, int, "virtualization")

int nvmlDeviceGetIndex(void *device, u32 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    *out = (u32)gpu;
    return SUCCESS;
}

/* Two numbers; the code is that of the first that has one. */
static int both(int gpu, const char *first, const char *second, u32 *a, u32 *b) {
    long long one, two;
    int code = fake_whole(gpu, first, &one), other = fake_whole(gpu, second, &two);
    *a = (u32)one;
    *b = (u32)two;
    return code != SUCCESS ? code : other;
}

int nvmlDeviceGetCudaComputeCapability(void *device, u32 *major, u32 *minor) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return both(gpu, "compute.major", "compute.minor", major, minor);
}

int nvmlDeviceGetMigMode(void *device, u32 *current, u32 *pending) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return both(gpu, "mig", "mig.pending", current, pending);
}

int nvmlDeviceGetEccMode(void *device, u32 *current, u32 *pending) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return both(gpu, "ecc", "ecc.pending", current, pending);
}

int nvmlDeviceGetPciInfo_v3(void *device, void *pci) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    char bus[32];
    int code = fake_text(gpu, "pci.bus", bus, sizeof bus);
    u32 chip, board, domain = 0, number = 0;
    int other = both(gpu, "pci.device", "pci.subsystem", &chip, &board);
    sscanf(bus, "%x:%x", &domain, &number);
    memset(pci, 0, 68);
    memcpy(pci, strlen(bus) > 15 ? bus + 4 : bus, 12);
    put32(pci, 16, domain);
    put32(pci, 20, number);
    put32(pci, 28, chip);
    put32(pci, 32, board);
    strcpy((char *)pci + 36, bus);
    return code != SUCCESS ? code : other;
}

/* The processors of "0-47,96-143" as bits. */
int nvmlDeviceGetCpuAffinityWithinScope(void *device, u32 words, u64 *out, u32 scope) {
    (void)scope;
    int gpu = fake_gpu(device);
    ENTER(gpu);
    char cpus[160];
    int code = fake_text(gpu, "cpus", cpus, sizeof cpus);
    memset(out, 0, words * sizeof(u64));
    char *rest = NULL;
    for (char *range = strtok_r(cpus, ",", &rest); range != NULL; range = strtok_r(NULL, ",", &rest)) {
        u32 first = 0, last = 0;
        int numbers = sscanf(range, "%u-%u", &first, &last);
        for (u32 cpu = first; numbers > 0 && cpu <= (numbers > 1 ? last : first) && cpu < words * 64; cpu++) {
            out[cpu / 64] |= 1ULL << cpu % 64;
        }
    }
    return code;
}

/* Counts bytes for 20 ms at each call, as a driver does: nobody may call it often. */
int nvmlDeviceGetPcieThroughput(void *device, int counter, u32 *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    double rate;
    int code = fake_real(gpu, counter == 0 ? "pcie.tx" : "pcie.rx", &rate);
    *out = (u32)(rate * 1024);
    usleep(20000);
    return code;
}

int nvmlDeviceValidateInforom(void *device) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long code;
    fake_whole(gpu, "inforom.check", &code);
    return (int)code;
}
