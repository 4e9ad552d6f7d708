package io.taktstrom.sinks.file;

import java.time.Duration;

/**
 * How a file is written.
 *
 * @param rotation when it is complete
 * @param sync how long what was written may be in the system's memory only, looked at with each write
 * @param completeAtEnd whether a file is complete when it is closed
 */
record LineFileSettings(Rotation rotation, Duration sync, boolean completeAtEnd) {}
