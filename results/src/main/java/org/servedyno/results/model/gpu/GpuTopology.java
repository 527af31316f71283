package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * How GPUs reach each other.
 *
 * @param matrix row and column by GPU index, cells as {@code nvidia-smi topo -m} names them (X, NV18, PIX, SYS)
 * @param p2p row and column by GPU index, NVLink peer status of each pair ({@code OK}, or why not)
 */
public record GpuTopology(List<List<Reading<String>>> matrix, List<List<Reading<String>>> p2p) {
    public GpuTopology {
        matrix = matrix.stream().map(List::copyOf).toList();
        p2p = p2p.stream().map(List::copyOf).toList();
    }
}
