/**
 * Metrics and health over HTTP, without ever waiting for a client.
 *
 * <pre>
 *   client --> the kit's HttpPort (one thread) --> MetricsServer: /metrics, /health, /health/ready, /health/live
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.http;

import org.jspecify.annotations.NullMarked;
