package org.servedyno.harness.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

/**
 * Everything random that a study fixes before its first trial. Blocks are randomized multiple interleaved trials (Abedi and
 * Brecht, ICPE 2017): each block holds every configuration once, in an order of its own, so that a drift of the machine falls on
 * all of them alike.
 */
public final class TrialOrder {
    private TrialOrder() {}

    /**
     * The order of the configurations in each block: one shuffle a block, all from one generator.
     *
     * @param names the configurations in the plan's order
     * @param blocks how many blocks, at least 1
     * @param seed the study's seed
     * @return for each block a permutation of {@code names}; the same arguments give the same order on every machine
     */
    public static List<List<String>> of(List<String> names, int blocks, long seed) {
        Random random = new Random(seed);
        List<List<String>> order = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            List<String> shuffled = new ArrayList<>(names);
            Collections.shuffle(shuffled, random);
            order.add(List.copyOf(shuffled));
        }
        return List.copyOf(order);
    }

    /**
     * The order in which each server start of a block serves the workloads; the same for every configuration of the block.
     *
     * @param block from 1
     */
    public static List<Workload> workloads(Study study, int block) {
        List<Workload> shuffled = new ArrayList<>(study.workloads());
        Collections.shuffle(shuffled, new Random(seed(study, "workloads", block)));
        return List.copyOf(shuffled);
    }

    /**
     * Seed of the order in which a pass sends its requests; the same for every configuration of a block, so that all of them meet
     * the same sequence.
     *
     * @param block from 1
     * @param pass from 1, warmup passes counted with the measured ones
     */
    public static long passSeed(Study study, int block, Workload workload, int pass) {
        return seed(study, "pass", block, workload.name(), pass);
    }

    /**
     * Seed of one simulated engine: each start draws its own noise, as a real start does.
     *
     * @param block from 1
     * @param attempt from 1
     */
    public static long engineSeed(Study study, int block, Configuration configuration, int attempt) {
        return seed(study, "engine", block, configuration.name(), attempt);
    }

    /** The first eight bytes of the SHA-256 over the study's seed and the parts, so that seeds for different purposes are unrelated. */
    private static long seed(Study study, Object... parts) {
        StringBuilder text = new StringBuilder(Long.toString(study.discipline().seed()));
        Stream.of(parts).forEach(part -> text.append('\n').append(part));
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
