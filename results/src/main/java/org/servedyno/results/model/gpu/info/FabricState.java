package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * The NVLink fabric as the fabric manager has set it up for this GPU.
 *
 * @param state {@code not supported}, {@code not started}, {@code in progress}, {@code completed}, or a number this build does
 *     not know
 * @param status NVML's return name of the set-up; means something in state {@code completed} only
 * @param clusterUuid the cluster, as 32 hexadecimal digits
 * @param cliqueId the clique of GPUs that reach each other
 * @param healthMask NVML's health mask
 * @param healthSummary {@code not supported}, {@code healthy}, {@code unhealthy}, {@code limited}, or a number
 */
public record FabricState(
        Reading<String> state,
        Reading<String> status,
        Reading<String> clusterUuid,
        Reading<Long> cliqueId,
        Reading<Long> healthMask,
        Reading<String> healthSummary) {
    /** Nothing could be read, for this reason. */
    public static FabricState absent(String reason) {
        return new FabricState(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
