package org.servedyno.harness.engine;

/**
 * Whether the engine's prefix cache was emptied.
 *
 * @param worked true when the engine said so; when false, the caller makes prompts differ in place of it
 * @param words what was asked and answered, for example {@code "POST /reset_prefix_cache: HTTP 404"}
 */
public record CacheReset(boolean worked, String words) {}
