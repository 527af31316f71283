package org.servedyno.results.report.view;

import java.util.List;

/**
 * What was asked for, and how to repeat it.
 *
 * @param seed the study's seed
 * @param planSha256 digest of the effective plan
 * @param command the command that runs the same study again
 * @param rebuildCommand the command that makes the reports again from the files
 * @param source the plan file as the user wrote it; empty when there is none
 * @param effective the effective plan as JSON
 * @param settings the discipline in force, one line a setting
 * @param deviations settings that differ from the defaults, one line each
 * @param order for each block, the configurations in the order they ran
 */
public record PlanView(
        String seed,
        String planSha256,
        String command,
        String rebuildCommand,
        String source,
        String effective,
        List<FactView> settings,
        List<String> deviations,
        List<BlockOrder> order) {
    public PlanView {
        settings = List.copyOf(settings);
        deviations = List.copyOf(deviations);
        order = List.copyOf(order);
    }

    /**
     * The order of one block.
     *
     * @param block from 1
     * @param places the configurations in their order
     */
    public record BlockOrder(int block, List<Place> places) {
        public BlockOrder {
            places = List.copyOf(places);
        }
    }

    /**
     * One place in a block.
     *
     * @param configuration the configuration
     * @param colour its number in the plan, from 0, which decides its colour
     */
    public record Place(String configuration, int colour) {}
}
