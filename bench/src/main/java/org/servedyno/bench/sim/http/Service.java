package org.servedyno.bench.sim.http;

import java.util.function.Function;
import java.util.function.LongSupplier;
import org.servedyno.bench.sim.fault.RequestFaults;
import org.servedyno.bench.sim.scheduler.EngineCounters;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.sim.text.WordPool;

/**
 * What is served.
 *
 * @param identity who answers
 * @param style how streams are cut
 * @param tokenizer turns a text into token ids; called from several threads
 * @param words what answers are made of
 * @param faults what goes wrong with which request
 * @param backend what computes the tokens
 * @param counters what {@code /metrics} shows
 * @param lostNs time the engine fell behind for want of CPU
 * @param kvBlocks blocks in the KV cache
 */
public record Service(
        ServerIdentity identity,
        StreamStyle style,
        Function<String, TokenIds> tokenizer,
        WordPool words,
        RequestFaults faults,
        Backend backend,
        EngineCounters counters,
        LongSupplier lostNs,
        int kvBlocks) {}
