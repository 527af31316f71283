package org.servedyno.probe.gate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Whether this process runs in a container, where NVML shows the host's pids. */
public final class ContainerCheck {
    /** Files that Docker and Podman put into each container. */
    private static final List<Path> MARKS = List.of(Path.of("/.dockerenv"), Path.of("/run/.containerenv"));

    /** Variables that Kubernetes and systemd-nspawn set in each container. */
    private static final List<String> VARIABLES = List.of("KUBERNETES_SERVICE_HOST", "container");

    private ContainerCheck() {}

    /** Looks at this process's files and environment. */
    public static boolean inContainer() {
        return inContainer(MARKS, System.getenv());
    }

    static boolean inContainer(List<Path> marks, Map<String, String> environment) {
        return marks.stream().anyMatch(Files::exists) || VARIABLES.stream().anyMatch(environment::containsKey);
    }
}
