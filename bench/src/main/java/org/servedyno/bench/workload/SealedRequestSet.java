package org.servedyno.bench.workload;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request set in a file: JSON Lines in UTF-8, a header line with the digests, then a line a request. Its seal is checked on reading, so
 * what is sent is what was built.
 */
public final class SealedRequestSet {
    private static final int SCHEMA_VERSION = 1;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private SealedRequestSet() {}

    /**
     * Writes the set aside and renames it into place.
     *
     * @param simulated whether the run it is made for is simulated
     */
    public static void write(Path file, RequestSet set, boolean simulated) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".part");
        try (BufferedWriter out = Files.newBufferedWriter(aside)) {
            writeLine(out, Header.of(set, simulated));
            for (WorkloadRequest request : set.requests()) {
                writeLine(out, request);
            }
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void writeLine(BufferedWriter out, Object value) throws IOException {
        out.write(MAPPER.writeValueAsString(value));
        out.write('\n');
    }

    /**
     * Reads a set and compares it with its seal.
     *
     * @throws IOException when the file can't be read
     * @throws WorkloadException when it is no sealed request set, of a newer schema, cut off or changed; the message names the line
     */
    public static RequestSet read(Path file) throws IOException, WorkloadException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            Header header = parse(Header.class, in.readLine(), file, 1);
            if (header.schemaVersion() != SCHEMA_VERSION) {
                throw new WorkloadException(file + " has schema version " + header.schemaVersion()
                        + "; this ServeDyno reads version " + SCHEMA_VERSION + ".");
            }
            List<WorkloadRequest> requests = new ArrayList<>();
            for (int i = 0; i < header.requests(); i++) {
                requests.add(parse(WorkloadRequest.class, in.readLine(), file, i + 2));
            }
            if (in.readLine() != null) {
                throw new WorkloadException(
                        file + " goes on after the " + header.requests() + " requests its header names.");
            }
            return checked(file, header, requests);
        }
    }

    private static <T> T parse(Class<T> type, @Nullable String line, Path file, int lineNumber)
            throws WorkloadException {
        if (line == null) {
            throw new WorkloadException(
                    file + " ends before line " + lineNumber + ": it is cut off. Build the set again.");
        }
        try {
            return MAPPER.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new WorkloadException(
                    file + ", line " + lineNumber + ": not a line of a sealed request set: " + e.getOriginalMessage(),
                    e);
        }
    }

    private static RequestSet checked(Path file, Header header, List<WorkloadRequest> requests)
            throws WorkloadException {
        RequestSet set = RequestSet.of(requests, header.tokenizer(), header.tokenizerSha256(), header.notices());
        if (!set.sha256().equals(header.sha256()) || !set.workSha256().equals(header.workSha256())) {
            throw new WorkloadException(file + " was changed after it was sealed: its header says workSha256 "
                    + header.workSha256() + ", its requests give " + set.workSha256() + ". Build the set again.");
        }
        return set;
    }

    /** The first line. */
    @JsonPropertyOrder({"schemaVersion", "simulated"})
    private record Header(
            int schemaVersion,
            boolean simulated,
            int requests,
            long promptTokens,
            long outputTokens,
            String tokenizer,
            String tokenizerSha256,
            String sha256,
            String workSha256,
            List<String> notices) {
        static Header of(RequestSet set, boolean simulated) {
            return new Header(
                    SCHEMA_VERSION,
                    simulated,
                    set.requests().size(),
                    set.totalPromptTokens(),
                    set.totalOutputTokens(),
                    set.tokenizer(),
                    set.tokenizerSha256(),
                    set.sha256(),
                    set.workSha256(),
                    set.notices());
        }
    }
}
