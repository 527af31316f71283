package org.servedyno.probe.child;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One JSON line a child wrote to its stdout.
 *
 * @param name the text of its {@code event} key
 * @param body the whole object
 */
public record ChildEvent(String name, JsonNode body) {}
