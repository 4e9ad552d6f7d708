package io.taktstrom.kit.http;

import java.time.Duration;

/**
 * What one client may cost.
 *
 * @param patience for a connection, from its first moment to its last
 * @param maxBodyBytes longest body of a request; 0 for none
 */
public record HttpLimits(Duration patience, int maxBodyBytes) {}
