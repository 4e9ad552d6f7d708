/**
 * Metrics, health and the live page over HTTP, without ever waiting for a client.
 *
 * <pre>
 *   takt health --&gt; HealthCommand --&gt; HealthText
 *                     |
 *   client --&gt; the kit's HttpPort (one thread) --&gt; MetricsServer: /metrics, /health, /health/ready, /health/live
 *   browser --&gt; the page's own server (module page) &lt;-- PageOptions: --ui
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.http;

import org.jspecify.annotations.NullMarked;
