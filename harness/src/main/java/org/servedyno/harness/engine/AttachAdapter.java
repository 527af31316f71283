package org.servedyno.harness.engine;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.servedyno.harness.engine.http.ApiKey;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.launch.EngineLaunch;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.results.model.Configuration;

/** {@code engine: attach}: a server that already runs. It is neither started nor stopped, so its figures are exploratory. */
final class AttachAdapter implements EngineAdapter {
    @Override
    public List<String> shownCommand(Configuration configuration) {
        return List.of();
    }

    @Override
    public boolean exploratory() {
        return true;
    }

    @Override
    public StartedEngine start(EngineRequest request, Consumer<String> progress)
            throws EngineFailure, InterruptedException {
        String base = EngineSettings.of(request.configuration()).baseUrl().replaceFirst("/+$", "");
        EngineHttp http = new EngineHttp(URI.create(base), ApiKey.ofUser());
        EngineLaunch nothing = new EngineLaunch(List.of(), List.of(), Map.of());
        OwnEngine.Facts facts = new OwnEngine.Facts(0, nothing, request, System.nanoTime());
        Readiness readiness = new ReadinessWait(Optional.empty(), http, facts, progress).await();
        ObservedSettings observed =
                ObservedSettings.read(http, List.of(), request.configuration().expect());
        return new AttachedEngine(http, readiness, observed);
    }
}
