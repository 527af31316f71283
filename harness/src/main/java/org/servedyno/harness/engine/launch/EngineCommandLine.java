package org.servedyno.harness.engine.launch;

/** Builds the command line of one kind of engine. */
@FunctionalInterface
public interface EngineCommandLine {
    EngineLaunch of(LaunchFacts facts);
}
