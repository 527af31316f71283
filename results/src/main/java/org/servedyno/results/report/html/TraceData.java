package org.servedyno.results.report.html;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.report.view.TraceView;

/** The traces as JSON that is safe inside a {@code script} element: nothing in it can end the element. */
final class TraceData {
    private static final ObjectMapper JSON = mapper();

    private TraceData() {}

    static String json(boolean simulated, List<TraceView> traces) {
        try {
            return JSON.writeValueAsString(new Payload(simulated, traces));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("traces are plain records", e);
        }
    }

    private static ObjectMapper mapper() {
        ObjectMapper mapper = JsonMapper.builder().addModule(new Jdk8Module()).build();
        mapper.getFactory().setCharacterEscapes(new ScriptSafe());
        return mapper;
    }

    private record Payload(boolean simulated, List<TraceView> traces) {}

    /** Escapes what HTML's parser looks for inside a script, and the line ends only JavaScript knows. */
    private static final class ScriptSafe extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private final int[] ascii = CharacterEscapes.standardAsciiEscapesForJSON();

        ScriptSafe() {
            ascii['<'] = CharacterEscapes.ESCAPE_STANDARD;
            ascii['>'] = CharacterEscapes.ESCAPE_STANDARD;
            ascii['&'] = CharacterEscapes.ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return character == 0x2028 || character == 0x2029
                    ? new SerializedString(String.format(Locale.ROOT, "\\u%04x", character))
                    : null;
        }
    }
}
