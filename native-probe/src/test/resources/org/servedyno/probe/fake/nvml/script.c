/*
 * The script: the file that FAKE_NVML names, else "nvml.script" beside the library; no file is a healthy node. It is read again when
 * it changes, and starts over then. Lines:
 *
 *   key = value                       for the node, or for all GPUs
 *   gpu3.key = value                  for one
 *   key = return 3                    the call that reads this key returns that code, with junk in its buffer
 *   gpu3.process = 4242 compute 512   adds a process (compute, graphics, mps; MiB or "unknown"); "none" removes all
 *   call.nvmlXxx = return 15 gpu 3 after 10 times 1 delay 20
 *   call.nvmlXxx = hang               also: crash; "call.*" is every call on a device
 *   event gpu3 xid 79                 also: sbe, dbe, or a type as 0x number
 *   at 2000ms: any of the above       counted from when this process read this script
 */
#define _GNU_SOURCE
#include "fake.h"

#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>

enum { MAX_CHANGES = 512, MAX_EVENTS = 512, MAX_PROCESSES = 512, LINE = 512 };

static struct { long long at_ns; char line[LINE]; } changes[MAX_CHANGES];
static int change_count, next_change;
static struct event events[MAX_EVENTS];
static int event_count;
static struct process processes[MAX_PROCESSES];
static int process_count;
static char path[4096];
static struct stat seen;
static int generation;
static long long start_ns;
static pthread_mutex_t mutex;

__attribute__((constructor)) static void begin(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
}

void fake_lock(void) { pthread_mutex_lock(&mutex); }
void fake_unlock(void) { pthread_mutex_unlock(&mutex); }
int fake_generation(void) { return generation; }

void fake_die(const char *what, const char *line) {
    fprintf(stderr, "\nfake NVML: %s: \"%s\" (script %s)\n", what, line, path);
    fflush(stderr);
    abort();
}

long long fake_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int fake_events(const struct event **out) {
    *out = events;
    return event_count;
}

int fake_processes(const struct process **out) {
    *out = processes;
    return process_count;
}

static char *stripped(char *text) {
    while (isspace((unsigned char)*text)) text++;
    for (char *end = text + strlen(text); end > text && isspace((unsigned char)end[-1]);) *--end = 0;
    return text;
}

/* "gpu3" with something after it: the number, and where it ends. */
static int gpu_prefix(const char *text, const char **rest) {
    if (strncmp(text, "gpu", 3) != 0 || !isdigit((unsigned char)text[3])) return ALL_GPUS;
    char *end;
    long gpu = strtol(text + 3, &end, 10);
    if (gpu >= MAX_GPUS) fake_die("no such GPU", text);
    *rest = end;
    return (int)gpu;
}

static void add_event(const char *words, long long at_ns, const char *line) {
    static const struct { const char *word; u64 type; } KINDS[] = {
        {"sbe", 0x1}, {"dbe", 0x2}, {"xid", 0x8}, {"recovery", 0x8000}};
    const char *rest = words;
    int gpu = gpu_prefix(words, &rest);
    char kind[32];
    u64 data = 0;
    if (gpu == ALL_GPUS || sscanf(rest, "%31s %llu", kind, &data) < 1) fake_die("not an event", line);
    u64 type = 0;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (strcmp(kind, KINDS[i].word) == 0) type = KINDS[i].type;
    }
    if (type == 0 && strncmp(kind, "0x", 2) == 0) type = strtoull(kind, NULL, 16);
    if (type == 0 || event_count == MAX_EVENTS) fake_die("not an event, or too many", line);
    events[event_count++] = (struct event){at_ns, gpu, type, data};
}

static void set_process(int gpu, const char *words, const char *line) {
    if (strcmp(words, "none") == 0) {
        int kept = 0;
        for (int i = 0; i < process_count; i++) {
            if (gpu != ALL_GPUS && processes[i].gpu != gpu) processes[kept++] = processes[i];
        }
        process_count = kept;
        return;
    }
    static const char *MODES[] = {"compute", "graphics", "mps"};
    u32 pid;
    char mode[16], memory[32];
    if (sscanf(words, "%u %15s %31s", &pid, mode, memory) != 3) fake_die("not a process", line);
    if (gpu == ALL_GPUS || process_count == MAX_PROCESSES) fake_die("a process needs a GPU, or too many", line);
    for (int i = 0; i < 3; i++) {
        if (strcmp(mode, MODES[i]) == 0) {
            u64 bytes = strcmp(memory, "unknown") == 0 ? ~0ULL : strtoull(memory, NULL, 10) << 20;
            processes[process_count++] = (struct process){gpu, pid, i, bytes};
            return;
        }
    }
    fake_die("not a kind of process", line);
}

static void apply(char *line, long long at_ns) {
    char whole[LINE];
    snprintf(whole, sizeof whole, "%s", line);
    if (strncmp(line, "event ", 6) == 0) {
        add_event(stripped(line + 6), at_ns, whole);
        return;
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) fake_die("not a line of a script", whole);
    *equals = 0;
    char *key = stripped(line), *value = stripped(equals + 1);
    if (strncmp(key, "call.", 5) == 0) {
        calls_rule(key + 5, value);
        return;
    }
    const char *rest = key;
    int gpu = gpu_prefix(key, &rest);
    if (gpu != ALL_GPUS && *rest != '.') fake_die("a key follows the GPU after a dot", whole);
    const char *name = gpu == ALL_GPUS ? key : rest + 1;
    if (strcmp(name, "process") == 0) set_process(gpu, value, whole);
    else store_set(gpu, name, value);
}

/* Events are announced at once, so that a wait knows them; every other change comes when it is due. */
static void schedule(char *line, long long at_ns) {
    if (strncmp(line, "event ", 6) == 0) {
        apply(line, at_ns);
        return;
    }
    if (change_count == MAX_CHANGES) fake_die("too many changes", line);
    int at = change_count++;
    for (; at > 0 && changes[at - 1].at_ns > at_ns; at--) changes[at] = changes[at - 1];
    changes[at].at_ns = at_ns;
    snprintf(changes[at].line, LINE, "%s", line);
}

static void read_line(char *text) {
    char *line = stripped(text);
    if (*line == 0 || *line == '#') return;
    double ms;
    int used = 0;
    if (sscanf(line, "at %lfms:%n", &ms, &used) == 1 && used > 0) {
        schedule(stripped(line + used), start_ns + (long long)(ms * 1e6));
    } else {
        apply(line, start_ns);
    }
}

static void locate(void) {
    const char *named = getenv("FAKE_NVML");
    Dl_info self;
    if (named != NULL && *named != 0) {
        snprintf(path, sizeof path, "%s", named);
    } else if (dladdr((void *)locate, &self) != 0 && strrchr(self.dli_fname, '/') != NULL) {
        int folder = (int)(strrchr(self.dli_fname, '/') - self.dli_fname);
        snprintf(path, sizeof path, "%.*s/nvml.script", folder, self.dli_fname);
    }
}

static void read_script(long long now_ns) {
    if (generation++ > 0) counters_advance(now_ns);
    change_count = next_change = event_count = process_count = 0;
    start_ns = now_ns;
    store_reset();
    calls_reset();
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        char line[LINE];
        while (fgets(line, sizeof line, file) != NULL) {
            if (strchr(line, '\n') == NULL && !feof(file)) fake_die("a line is too long", line);
            read_line(line);
        }
        fclose(file);
    }
    if (generation == 1) counters_start(now_ns);
}

/* Reads the script where it is new, and makes the changes that are due. */
void fake_refresh(void) {
    fake_lock();
    if (generation == 0) locate();
    struct stat now;
    memset(&now, 0, sizeof now);
    if (stat(path, &now) != 0) memset(&now, 0, sizeof now);
    long long now_ns = fake_now_ns();
    if (generation == 0 || now.st_mtim.tv_sec != seen.st_mtim.tv_sec || now.st_mtim.tv_nsec != seen.st_mtim.tv_nsec
        || now.st_size != seen.st_size || now.st_ino != seen.st_ino) {
        seen = now;
        read_script(now_ns);
    }
    while (next_change < change_count && changes[next_change].at_ns <= now_ns) {
        counters_advance(changes[next_change].at_ns);
        char line[LINE];
        snprintf(line, sizeof line, "%s", changes[next_change].line);
        apply(line, changes[next_change].at_ns);
        next_change++;
    }
    fake_unlock();
}
