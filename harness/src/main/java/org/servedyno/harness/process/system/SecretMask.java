package org.servedyno.harness.process.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts before they are printed or stored. A variable is secret when its name holds TOKEN, KEY, SECRET, PASS or
 * CREDENTIAL (but not TOKENIZER); its value is then masked wherever it appears. Immutable.
 */
public final class SecretMask {
    /** What stands in place of a secret. */
    public static final String MASK = "****";

    /** A shorter value, such as {@code 1} or {@code false}, is a switch and would garble every text. */
    private static final int SHORTEST_SECRET = 6;

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(TOKEN(?!IZ)|KEY|SECRET|PASS|CREDENTIAL).*", Pattern.DOTALL);
    private static final Pattern SECRET_FLAG =
            Pattern.compile("(?i)-{1,2}([a-z0-9]+[-_])*(api[-_]?key|key|token|secret|password|passwd|passphrase)");
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_-][A-Za-z0-9_-]*)=(.*)", Pattern.DOTALL);
    private static final Pattern URL_LOGIN = Pattern.compile("(://[^/@\\s:]+:)[^/@\\s]+@");

    private final List<String> secrets;

    private SecretMask(List<String> secrets) {
        this.secrets = secrets;
    }

    /** Knows the secrets among these variables, and those of this process. */
    public static SecretMask of(Map<String, String> environment) {
        List<String> values = new ArrayList<>();
        Map<String, String> all = new TreeMap<>(System.getenv());
        all.putAll(environment);
        all.forEach((name, value) -> {
            if (isSecretName(name) && value.length() >= SHORTEST_SECRET && !value.startsWith("/")) {
                values.add(value);
            }
        });
        values.sort(Comparator.comparing(String::length).reversed());
        return new SecretMask(List.copyOf(values));
    }

    /** Whether a variable of that name holds a secret. */
    public static boolean isSecretName(String name) {
        return SECRET_NAME.matcher(name).matches();
    }

    /** The text with every known secret, and every password in a URL, masked. */
    public String text(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked.contains("://") ? URL_LOGIN.matcher(masked).replaceAll("$1" + MASK + "@") : masked;
    }

    /** A command line with known secrets, {@code NAME=secret} words and values of flags such as {@code --api-key} masked. */
    public List<String> command(List<String> command) {
        List<String> masked = new ArrayList<>();
        boolean valueIsSecret = false;
        for (String word : command) {
            masked.add(valueIsSecret ? MASK : word(word));
            valueIsSecret = SECRET_FLAG.matcher(word).matches();
        }
        return List.copyOf(masked);
    }

    private String word(String word) {
        var assignment = ASSIGNMENT.matcher(word);
        if (!assignment.matches()) {
            return text(word);
        }
        String name = assignment.group(1);
        boolean secret = name.startsWith("-") ? SECRET_FLAG.matcher(name).matches() : isSecretName(name);
        return secret ? name + "=" + MASK : text(word);
    }

    /** Variables, sorted by name, with secret values masked. */
    public Map<String, String> environment(Map<String, String> environment) {
        Map<String, String> masked = new TreeMap<>();
        environment.forEach((name, value) -> masked.put(name, isSecretName(name) ? MASK : text(value)));
        return masked;
    }

    /** Length of the longest secret in characters; 0 without secrets. */
    public int longestSecret() {
        return secrets.isEmpty() ? 0 : secrets.get(0).length();
    }
}
