package org.servedyno.harness.engine.http;

import java.util.Optional;

/** The user's key for engines that ask for one; never printed or stored. */
public final class ApiKey {
    private ApiKey() {}

    public static Optional<String> ofUser() {
        return Optional.ofNullable(System.getenv("OPENAI_API_KEY")).filter(key -> !key.isBlank());
    }
}
