package org.servedyno.bench.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.model.Catalog;
import org.servedyno.bench.sim.model.Deployment;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.Precision;
import org.servedyno.bench.sim.model.Roofline;
import org.servedyno.bench.sim.model.SchedulingPolicy;
import org.servedyno.bench.sim.model.StepWork;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.EngineCounters;
import org.servedyno.bench.sim.scheduler.FinishReason;
import org.servedyno.bench.sim.scheduler.Scheduler;
import org.servedyno.bench.sim.scheduler.SchedulerLimits;
import org.servedyno.bench.sim.scheduler.Sequence;
import org.servedyno.bench.sim.scheduler.TokenIds;

class EngineLoopTest {
    private static final long PATIENCE_SECONDS = 20;

    private final Catalog catalog = Catalog.bundled();
    private final EngineProfile profile = catalog.profile("vllm");
    private final Deployment deployment = new Deployment(
            catalog.model("Qwen/Qwen3-0.6B"), catalog.chip("h100-sxm"), profile, Precision.BF16, Precision.BF16, 1);
    private final EngineCounters counters = new EngineCounters();
    private final List<GpuTotals> published = new CopyOnWriteArrayList<>();
    private final EngineLoop loop = new EngineLoop(
            new Scheduler(new SchedulerLimits(SchedulingPolicy.MIXED, 0, 64, 2048, 4000, true), counters),
            new StepTimer(new Roofline(deployment), profile, 0, 1),
            published::add,
            Runnable::run);

    @AfterEach
    void stop() {
        loop.close();
    }

    private CountDownLatch submit(int outputTokens, List<Long> arrivalsNs) {
        CountDownLatch done = new CountDownLatch(1);
        Answer answer = new Answer(outputTokens, FinishReason.LENGTH, index -> index);
        loop.submit(new Sequence(TokenIds.of(1, 2, 3), answer, (index, finished) -> {
            arrivalsNs.add(System.nanoTime());
            finished.ifPresent(reason -> done.countDown());
        }));
        return done;
    }

    @Test
    void tokens_come_no_sooner_than_the_roofline_allows() throws InterruptedException {
        loop.start();
        List<Long> arrivalsNs = new CopyOnWriteArrayList<>();
        long startNs = System.nanoTime();

        assertThat(submit(100, arrivalsNs).await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();

        double stepNs =
                new Roofline(deployment).cost(StepWork.NONE.plus(1, 3, true)).totalNs();
        assertThat(arrivalsNs).hasSize(100);
        assertThat((double) (arrivalsNs.get(99) - startNs)).isGreaterThan(0.97 * 100 * stepNs);
    }

    @Test
    void the_gpus_are_told_of_work_done_and_hear_a_heartbeat_when_there_is_none() throws InterruptedException {
        loop.start();
        assertThat(submit(50, new CopyOnWriteArrayList<>()).await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        int afterWork = published.size();
        for (int i = 0; i < 200 && published.size() < afterWork + 3; i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }

        assertThat(published.size()).isGreaterThanOrEqualTo(afterWork + 3);
        for (int i = 1; i < published.size(); i++) {
            assertThat(published.get(i).busyNs())
                    .isGreaterThanOrEqualTo(published.get(i - 1).busyNs());
        }
        GpuTotals last = published.get(published.size() - 1);
        assertThat(last.busyNs()).isPositive();
        assertThat(last.smActiveNs()).isLessThan(last.busyNs());
        assertThat(last.dramActiveNs()).isLessThan(last.busyNs());
        assertThat(last.tensorActiveNs()).isLessThan(last.dramActiveNs());
    }

    @Test
    void a_cancelled_sequence_gets_no_more_tokens() throws InterruptedException {
        loop.start();
        List<Integer> heard = new CopyOnWriteArrayList<>();
        CountDownLatch some = new CountDownLatch(3);
        Sequence endless = new Sequence(
                TokenIds.of(1), new Answer(100_000, FinishReason.LENGTH, index -> index), (index, finished) -> {
                    heard.add(index);
                    some.countDown();
                });
        loop.submit(endless);
        assertThat(some.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        loop.cancel(endless);
        assertThat(submit(3, new CopyOnWriteArrayList<>()).await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        int heardThen = heard.size();
        assertThat(submit(3, new CopyOnWriteArrayList<>()).await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();

        assertThat(heard).hasSize(heardThen);
        assertThat(counters.finished(FinishReason.ABORT).sum()).isEqualTo(1);
    }

    @Test
    void a_hung_engine_computes_nothing_but_still_closes() throws InterruptedException {
        loop.start();
        loop.hang();

        assertThat(submit(1, new CopyOnWriteArrayList<>()).await(200, TimeUnit.MILLISECONDS))
                .isFalse();
        loop.close();
    }
}
