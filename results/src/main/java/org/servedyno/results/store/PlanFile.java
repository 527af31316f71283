package org.servedyno.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.servedyno.results.model.Study;

/** {@code plan.json}: the effective plan and its digest. */
public final class PlanFile {
    private static final String DIGEST = "planSha256";

    private PlanFile() {}

    /** Writes the plan; see {@link WholeFile}. */
    public static void write(Path file, Study study) throws IOException {
        ObjectNode document = Json.document(study, study.simulated());
        document.put(DIGEST, sha256(study));
        WholeFile.write(file, Json.pretty(document));
    }

    /**
     * Reads the plan.
     *
     * @throws IOException also when the plan was changed since it was written: its digest no longer fits
     */
    public static Study read(Path file) throws IOException {
        JsonNode document = JsonFile.readTree(file);
        Study study = JsonFile.read(file, Study.class);
        if (!sha256(study).equals(document.path(DIGEST).asText())) {
            throw new IOException(file + " was changed after the study began: its " + DIGEST + " does not fit");
        }
        return study;
    }

    /** SHA-256, in lower-case hexadecimal, over the study's JSON on one line with sorted maps. */
    public static String sha256(Study study) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = Json.line(Json.tree(study)).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
