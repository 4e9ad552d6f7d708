package io.taktstrom.deployment;

import io.taktstrom.model.Endpoint;

/**
 * A device under a name.
 *
 * @param name unique in a deployment
 * @param endpoint checked against its connector's descriptor; its options may hold secrets
 */
public record ConnectionConfig(String name, Endpoint endpoint) {}
