package org.servedyno.probe.fake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;

/** NVIDIA's compiler of PTX, which needs no GPU. */
public final class PtxCompiler {
    private static final String TEMP = "java.io.tmpdir";
    private static boolean loaded;

    private PtxCompiler() {}

    /**
     * Compiles a resource.
     *
     * @param beside the class that it lies beside
     * @param name its name
     * @param architecture for example {@code sm_90}
     * @return what the compiler complains of; empty when it compiles
     */
    public static synchronized String complaints(Class<?> beside, String name, String architecture) throws IOException {
        load();
        byte[] text;
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is not on the class path");
            }
            text = in.readAllBytes();
        }
        byte[] terminated = Arrays.copyOf(text, text.length + 1);
        nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
        int code = JNvPTXCompiler.nvPTXCompilerCreate(compiler, terminated.length, terminated);
        if (code == nvPTXCompileResult.NVPTXCOMPILE_SUCCESS) {
            code = JNvPTXCompiler.nvPTXCompilerCompile(compiler, 1, new String[] {"--gpu-name=" + architecture});
        }
        String complaints = code == nvPTXCompileResult.NVPTXCOMPILE_SUCCESS ? "" : code + ": " + log(compiler);
        JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
        return complaints;
    }

    private static String log(nvPTXCompilerHandle compiler) {
        long[] size = new long[1];
        JNvPTXCompiler.nvPTXCompilerGetErrorLogSize(compiler, size);
        byte[] log = new byte[(int) size[0] + 1];
        JNvPTXCompiler.nvPTXCompilerGetErrorLog(compiler, log);
        return new String(log, StandardCharsets.US_ASCII);
    }

    /** The binding unpacks itself under a fixed name, which no other process may be unpacking to. */
    private static void load() throws IOException {
        if (loaded) {
            return;
        }
        String usual = System.getProperty(TEMP);
        Path own = Files.createTempDirectory("ptx-compiler");
        System.setProperty(TEMP, own.toString());
        try {
            JNvPTXCompiler.setExceptionsEnabled(false);
            loaded = true;
        } finally {
            System.setProperty(TEMP, usual);
            try (var unpacked = Files.list(own)) {
                for (Path file : unpacked.toList()) {
                    // It stays mapped.
                    Files.delete(file);
                }
            }
            Files.delete(own);
        }
    }
}
