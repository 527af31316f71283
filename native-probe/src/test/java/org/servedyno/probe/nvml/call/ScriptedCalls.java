package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/** NVML without native code: a function answers what the test says, and any other is missing. Safe for several threads. */
public final class ScriptedCalls implements NvmlCalls {
    private final Map<String, ToIntFunction<Object[]>> answers = new HashMap<>();
    private final Map<Path, String> files = new HashMap<>();
    private final List<String> called = new ArrayList<>();

    /** A function that fills its buffers and gives its return code. */
    public synchronized ScriptedCalls answer(String symbol, ToIntFunction<Object[]> answer) {
        answers.put(symbol, answer);
        return this;
    }

    /** A function that only gives a return code. */
    public ScriptedCalls code(String symbol, int code) {
        return answer(symbol, arguments -> code);
    }

    /** A file of the kernel. */
    public synchronized ScriptedCalls file(String path, String text) {
        files.put(Path.of(path), text);
        return this;
    }

    /** The buffer among the arguments at this place, however it was passed. */
    public static ByteBuffer buffer(Object[] arguments, int place) {
        return arguments[place] instanceof InOut both ? both.buffer() : (ByteBuffer) arguments[place];
    }

    /** The functions called so far, in order. */
    public synchronized List<String> called() {
        return List.copyOf(called);
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        ToIntFunction<Object[]> answer;
        synchronized (this) {
            called.add(symbol);
            answer = answers.get(symbol);
        }
        return answer == null ? NvmlReturn.FUNCTION_NOT_FOUND : new NvmlReturn(answer.applyAsInt(arguments));
    }

    @Override
    public synchronized Reading<String> file(Path path) {
        String text = files.get(path);
        return text == null ? Reading.absent(path + " cannot be read: NoSuchFileException") : Reading.of(text);
    }

    @Override
    public ClockAnchor now() {
        return ClockAnchor.now();
    }

    @Override
    public String library() {
        return "scripted";
    }
}
