package org.servedyno.bench.sim.model;

/**
 * What a step costs by the roofline, without noise.
 *
 * @param cpuNs the engine's own work before the GPU starts; the GPU is idle
 * @param gpuNs the GPU's work
 * @param tensorNs part of {@code gpuNs} in which tensor cores at their peak would have done the step's products
 * @param dramNs part of {@code gpuNs} in which memory at its theoretical bandwidth would have moved the step's bytes
 */
public record StepCost(double cpuNs, double gpuNs, double tensorNs, double dramNs) {
    public double totalNs() {
        return cpuNs + gpuNs;
    }
}
