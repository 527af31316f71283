package org.servedyno.harness.trial;

import java.util.List;
import org.servedyno.harness.engine.EngineRequest;
import org.servedyno.harness.engine.ReadyPolicy;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.plan.TrialOrder;
import org.servedyno.harness.trial.gpu.GpuPreflight;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.Workload;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.store.TrialDirectory;

/** What a trial asks of its engine's adapter. */
final class EngineRequests {
    private EngineRequests() {}

    static EngineRequest of(
            TrialSetting setting,
            TrialDirectory directory,
            Configuration configuration,
            int block,
            int attempt,
            GpuPreflight preflight) {
        Study study = setting.study();
        List<Workload.Endpoint> endpoints =
                study.workloads().stream().map(Workload::endpoint).distinct().toList();
        return new EngineRequest(
                configuration,
                Trial.idOf(block, configuration.name(), attempt),
                TrialOrder.engineSeed(study, block, configuration, attempt),
                directory.engineLog(),
                endpoints,
                study.hardware(),
                preflight.used().stream().map(GpuInfo::uuid).toList(),
                setting.nodeState(),
                ReadyPolicy.within(EngineSettings.of(configuration).readyTimeout()));
    }
}
