/* NVLink and the fabric behind it. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

int link_value(int gpu, u32 link, const char *attribute, long long *out);

static int links(int gpu) {
    long long count;
    fake_whole(gpu, "nvlink.links", &count);
    return (int)count;
}

/* What one link has, else what all have. */
static int own_key(int gpu, u32 link, const char *attribute, char *key, size_t size) {
    snprintf(key, size, "nvlink.%u.%s", link, attribute);
    if (store_find(gpu, key) == NULL) snprintf(key, size, "nvlink.%s", attribute);
    return (int)link < links(gpu) ? SUCCESS : INVALID_ARGUMENT;
}

int link_value(int gpu, u32 link, const char *attribute, long long *out) {
    char key[64];
    *out = 0;
    fake_lock();
    int code = own_key(gpu, link, attribute, key, sizeof key);
    if (code == SUCCESS) code = fake_whole(gpu, key, out);
    fake_unlock();
    return code;
}

#define LINK(symbol, attribute)                                \
    int symbol(void *device, u32 link, u32 *out) {             \
        int gpu = fake_gpu(device);                            \
        ENTER(gpu);                                            \
        long long value;                                       \
        int code = link_value(gpu, link, attribute, &value);   \
        *out = (u32)value;                                     \
        return code;                                           \
    }

LINK(nvmlDeviceGetNvLinkState, "state")
LINK(nvmlDeviceGetNvLinkVersion, "version")
LINK(nvmlDeviceGetNvLinkRemoteDeviceType, "remote")

/* The address of the switch: four of them, each with some of the links. */
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *device, u32 link, void *pci) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    char key[64];
    memset(pci, 0, 68);
    fake_lock();
    int code = own_key(gpu, link, "remote.bus", key, sizeof key);
    const struct value *bus = code == SUCCESS ? store_find(gpu, key) : NULL;
    if (bus != NULL) {
        code = bus->code;
        if (strcmp(bus->text, "auto") == 0) snprintf((char *)pci + 36, 32, "00000000:%02X:00.0", 5 + link % 4);
        else snprintf((char *)pci + 36, 32, "%.31s", bus->text);
    }
    fake_unlock();
    return code;
}

int nvmlDeviceGetNvLinkErrorCounter(void *device, u32 link, u32 counter, u64 *out) {
    static const char *const KEYS[] = {"replays", "recoveries", "crc"};
    int gpu = fake_gpu(device);
    ENTER(gpu);
    if (counter > 2) return NOT_SUPPORTED;
    long long value;
    int code = link_value(gpu, link, KEYS[counter], &value);
    *out = (u64)value;
    return code;
}

/* From the cluster's UUID on, all versions of the struct agree. */
static int fabric(int gpu, char *out, int at, int with_mask, int with_summary) {
    static const char *const KEYS[] = {"fabric.status", "fabric.clique", "fabric.state", "fabric.mask", "fabric.summary"};
    char cluster[160];
    int code = fake_text(gpu, "fabric.cluster", cluster, sizeof cluster);
    if (code == SUCCESS && strlen(cluster) != 32) fake_die("32 hexadecimal digits make a cluster's UUID", cluster);
    for (int i = 0; code == SUCCESS && i < 16; i++) {
        u32 byte;
        sscanf(cluster + 2 * i, "%2x", &byte);
        out[at + i] = (char)byte;
    }
    long long values[5];
    for (int i = 0; i < 5; i++) {
        int own = fake_whole(gpu, KEYS[i], &values[i]);
        if (code == SUCCESS) code = own;
    }
    put32(out, at + 16, (u32)values[0]);
    put32(out, at + 20, (u32)values[1]);
    out[at + 24] = (char)values[2];
    if (with_mask) put32(out, at + 28, (u32)values[3]);
    if (with_summary) out[at + 32] = (char)values[4];
    return code;
}

int nvmlDeviceGetGpuFabricInfo(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    return fabric(gpu, out, 0, 0, 0);
}

int nvmlDeviceGetGpuFabricInfoV(void *device, void *out) {
    int gpu = fake_gpu(device);
    ENTER(gpu);
    long long newest;
    fake_whole(gpu, "struct.fabric", &newest);
    u32 version = get32(out, 0);
    if (newest >= 3 && version == 0x03000028) return fabric(gpu, out, 4, 1, 1);
    if (newest >= 2 && version == 0x02000024) return fabric(gpu, out, 4, 1, 0);
    return VERSION_MISMATCH;
}
