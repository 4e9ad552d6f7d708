/**
 * Metrics and health over HTTP, without ever waiting for a client.
 *
 * <pre>
 *   client --> HttpPort (one thread) --> HttpExchange --> MetricsServer: /metrics, /health
 *                                             '&lt;-- HttpAnswer
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.http;

import org.jspecify.annotations.NullMarked;
