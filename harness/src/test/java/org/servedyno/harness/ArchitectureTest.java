package org.servedyno.harness;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import java.util.Map;
import java.util.TreeMap;

/** The borders of the house: which floor knows which, and where foreign libraries may stand. */
@AnalyzeClasses(
        packages = "org.servedyno",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WrittenByHand.class})
class ArchitectureTest {
    /** All but what JMH generates around its benchmarks, and the test classes of the modules below where they come as a jar. */
    static final class WrittenByHand implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/") && !location.contains("-tests.jar");
        }
    }

    private static final int MOST_TYPES_IN_A_PACKAGE = 15;

    @ArchTest
    static final ArchRule results_know_no_other_floor = noClasses()
            .that()
            .resideInAPackage("org.servedyno.results..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.servedyno.probe..", "org.servedyno.bench..", "org.servedyno.harness..");

    @ArchTest
    static final ArchRule the_probe_knows_only_results = noClasses()
            .that()
            .resideInAPackage("org.servedyno.probe..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.servedyno.bench..", "org.servedyno.harness..");

    @ArchTest
    static final ArchRule the_bench_does_not_know_the_harness = noClasses()
            .that()
            .resideInAPackage("org.servedyno.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.servedyno.harness..");

    @ArchTest
    static final ArchRule gates_never_see_a_score = noClasses()
            .that()
            .resideInAPackage("org.servedyno.probe.gate..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.servedyno.results.metric..",
                    "org.servedyno.results.verdict..",
                    "org.servedyno.results.stats..",
                    "org.servedyno.results.report..",
                    "org.servedyno.results.store..",
                    "org.servedyno.bench..");

    @ArchTest
    static final ArchRule jna_stands_only_in_its_homes =
            only("com.sun.jna..", "org.servedyno.probe.nvml..", "org.servedyno.bench.client.kernel..");

    @ArchTest
    static final ArchRule jcuda_stands_only_in_its_homes =
            only("jcuda..", "org.servedyno.probe.cuda..", "org.servedyno.bench.micro..");

    @ArchTest
    static final ArchRule netty_stands_only_in_the_simulated_engine = only("io.netty..", "org.servedyno.bench.sim..");

    @ArchTest
    static final ArchRule picocli_stands_only_in_the_command_line = only("picocli..", "org.servedyno.harness.cli..");

    @ArchTest
    static final ArchRule jmh_stands_only_in_its_homes =
            only("org.openjdk.jmh..", "org.servedyno.bench.micro..", "org.servedyno.probe.jmh..");

    @ArchTest
    static final ArchRule packages_do_not_depend_on_each_other_in_circles =
            slices().matching("org.servedyno.(*).(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule only_the_command_line_and_child_mains_print = noClasses()
            .that()
            .resideOutsideOfPackage("org.servedyno.harness.cli..")
            .and()
            .haveSimpleNameNotEndingWith("Main")
            .and()
            .doNotHaveSimpleName("ChildConsole")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule every_package_is_null_marked = classes()
            .should(new ArchCondition<JavaClass>("stand in a package marked @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (!type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                        events.add(violated(type, type.getName() + " stands in a package without @NullMarked"));
                    }
                }
            });

    @ArchTest
    static final ArchRule packages_stay_small_enough_to_overlook = classes()
            .should(new ArchCondition<JavaClass>("stand in a package of at most 15 types") {
                private final Map<String, Integer> typesByPackage = new TreeMap<>();

                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                        typesByPackage.merge(type.getPackageName(), 1, Integer::sum);
                    }
                }

                @Override
                public void finish(ConditionEvents events) {
                    typesByPackage.forEach((name, types) -> {
                        if (types > MOST_TYPES_IN_A_PACKAGE) {
                            events.add(violated(name, name + " has " + types + " types: split it by idea"));
                        }
                    });
                }
            });

    private static ArchRule only(String library, String... homes) {
        return noClasses()
                .that(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(homes)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true);
    }
}
