package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.servedyno.harness.plan.words.PlanWords;
import picocli.CommandLine;

class SimulatedFlagsTest {
    @Test
    void every_flag_a_plan_may_pass_to_the_simulated_engine_is_one_of_its_options() {
        CommandLine engine = new CommandLine(new EngineSimCommand());

        assertThat(engine.getCommandSpec().optionsMap().keySet())
                .containsAll(
                        PlanWords.SIM_ARGS.stream().map(flag -> "--" + flag).toList());
    }
}
