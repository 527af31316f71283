package org.servedyno.harness.cli;

import picocli.CommandLine;

/** {@code engine-sim} alone in a process of its own. */
final class EngineSimMain {
    private EngineSimMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new EngineSimCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
