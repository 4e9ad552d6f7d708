package io.taktstrom.oktoflow.connector;

import org.jspecify.annotations.Nullable;

/** What the platform asks of a machine; null for nothing. */
record MachineCommand(@Nullable Boolean start, @Nullable Integer lotSize) {}
