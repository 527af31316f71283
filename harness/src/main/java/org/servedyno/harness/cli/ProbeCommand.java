package org.servedyno.harness.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.servedyno.harness.cli.probe.CudaOptions;
import org.servedyno.harness.cli.probe.NodeLook;
import org.servedyno.probe.ProbeReport;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.probe.replay.Recording;
import org.servedyno.probe.replay.Replay;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code servedyno probe}: what GPUs are here, how they are joined, and whether they are fit to measure on. */
@Command(
        name = "probe",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"The GPUs of this node, and what the gates say of them.", ""},
        sortOptions = false,
        description = {"Show the GPUs of this node, how they are joined, and what the gates say of them.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no gate failed (with --strict: none warned)",
            "1:a gate failed, or there is no GPU",
            "2:the command line is wrong, or --replay names no recording"
        },
        footer = {
            "",
            "Examples:",
            "  servedyno probe --expect h100-sxm --gpus 8",
            "  servedyno probe --simulate h100-sxm --gpus 8 --json"
        })
public final class ProbeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--expect",
            paramLabel = "PROFILE",
            description = "What should be here: h100-sxm, h100-pcie, h200-sxm, a100-sxm or b200.")
    private @Nullable String expect;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "How many GPUs should be here; with --simulate, how many to simulate (1).")
    private @Nullable Integer gpus;

    @Option(
            names = "--simulate",
            paramLabel = "PROFILE",
            description = "Show SIMULATED GPUs of this kind instead of real ones.")
    private @Nullable String simulate;

    @Option(
            names = "--nvml",
            paramLabel = "PATH",
            description = "The NVML library to load (default: SERVEDYNO_NVML, else libnvidia-ml.so.1).")
    private @Nullable Path nvml;

    @Mixin
    private CudaOptions cudaOptions = new CudaOptions();

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = "Keep all that is read in a new folder, for --replay somewhere else.")
    private @Nullable Path record;

    @Option(names = "--replay", paramLabel = "DIR", description = "Show the node that was recorded in this folder.")
    private @Nullable Path replay;

    @Option(names = "--strict", description = "Exit with 1 when a gate warned.")
    private boolean strict;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    /** Made and filled by picocli. */
    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    public ProbeCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        refuseWrongInput();
        try {
            NodeLook look = look();
            return show(look, PreflightGates.evaluate(look.inventory(), context(look)));
        } catch (ProbeUnavailableException e) {
            return showUnavailable(e);
        } catch (IOException e) {
            tell("servedyno probe: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private NodeLook look() throws ProbeUnavailableException, IOException, InterruptedException {
        if (replay != null) {
            Replay recorded = recorded(replay);
            tell("replayed from " + replay + ", recorded at " + recorded.recordedAt()
                    + (recorded.whole() ? "" : "; the recording was cut off, what is missing is absent"));
            return NodeLook.of(recorded);
        }
        if (record != null) {
            tell("recording to " + record + ", with the GPUs' serial numbers and UUIDs");
            return NodeLook.recording(Optional.ofNullable(nvml), record, cudaOptions.request(System.getenv()));
        }
        return NodeLook.at(gpuSource().source(), cudaOptions.request(System.getenv()));
    }

    private Replay recorded(Path folder) {
        try {
            return Replay.read(folder);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--replay: " + e.getMessage(), e);
        }
    }

    private void tell(String line) {
        spec.commandLine().getErr().println(line);
    }

    private void refuseWrongInput() {
        List<String> problems = new ArrayList<>();
        if (expect != null && !HardwareProfiles.names().contains(expect)) {
            problems.add("--expect: there is no hardware profile \"" + expect + "\"; known are "
                    + String.join(", ", HardwareProfiles.names()));
        }
        gpuSource().refuseUnknownChip(problems);
        if (gpus != null && gpus < 1) {
            problems.add("--gpus is at least 1, not " + gpus);
        }
        gpuSource().refuseLibrary(problems);
        if (simulate != null && record != null) {
            problems.add("--record is for a real node: leave out --record or --simulate");
        }
        if (replay != null && (simulate != null || nvml != null || record != null)) {
            problems.add(
                    "--replay shows what was recorded and nothing else: leave out --simulate, --nvml and --record");
        }
        Optional<String> elsewhere = replay != null
                ? Optional.of("--replay")
                : Optional.ofNullable(simulate).map(chip -> "--simulate");
        cudaOptions.refuseContradictions(elsewhere, problems);
        if (record != null && !Recording.mayBegin(record)) {
            problems.add("--record: " + record + " is there already and is no empty folder; name a new one");
        }
        if (!problems.isEmpty()) {
            throw new ParameterException(spec.commandLine(), String.join("\n", problems));
        }
    }

    private GpuSource gpuSource() {
        return new GpuSource(simulate, gpus, nvml);
    }

    /** What is simulated is what is expected, unless something else is named. */
    private GateContext context(NodeLook look) {
        String profile = expect == null ? simulate : expect;
        return GateContext.nothingExpected(look.samples())
                .expecting(
                        Optional.ofNullable(profile).flatMap(HardwareProfiles::find),
                        gpus == null ? OptionalInt.empty() : OptionalInt.of(gpus))
                .from(look.surroundings().container(), Set.of())
                .withEnvironment(look.surroundings().environment())
                .withCuda(look.surroundings().cuda());
    }

    private int show(NodeLook look, List<GateResult> gates) {
        GpuInventory inventory = look.inventory();
        Reading<CudaInventory> cuda = look.surroundings().cuda();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            print(new GateReport(inventory.simulated(), Reading.of(inventory), gates), cuda);
        } else {
            out.print(new ProbeReport(inventory, cuda, gates).text());
            out.flush();
        }
        boolean warned = strict && !Gates.warned(gates).isEmpty();
        return Gates.failed(gates).isEmpty() && !warned ? ExitCode.OK : ExitCode.FAILED;
    }

    private int showUnavailable(ProbeUnavailableException why) {
        if (json) {
            Reading<GpuInventory> none = Reading.absent(why.seen());
            print(
                    new GateReport(simulate != null, none, PreflightGates.unavailable(why)),
                    Reading.absent("not asked, as no GPU can be probed"));
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("servedyno probe: no GPU can be probed");
        err.println("  tried: " + String.join(", ", why.tried()));
        err.println("  seen:  " + why.seen());
        err.println("  next:  " + why.nextStep());
        return ExitCode.FAILED;
    }

    private void print(GateReport report, Reading<CudaInventory> cuda) {
        ObjectNode document = report.document();
        cuda.toOptional().ifPresent(present -> document.set("cuda", Json.tree(present)));
        cuda.absentReason().ifPresent(reason -> {
            document.putNull("cuda");
            document.withObject("/absent").put("cuda", reason);
        });
        PrintWriter out = spec.commandLine().getOut();
        out.println(Json.pretty(document).stripTrailing());
        out.flush();
    }
}
