package io.taktstrom.kit.http;

import java.time.Duration;

/**
 * What one request may cost.
 *
 * @param transfer time for a whole request to arrive, and again for its answer to be taken
 * @param handling time for the handler to answer
 * @param maxBodyBytes longest body of a request; 0 for none
 */
public record HttpLimits(Duration transfer, Duration handling, int maxBodyBytes) {}
