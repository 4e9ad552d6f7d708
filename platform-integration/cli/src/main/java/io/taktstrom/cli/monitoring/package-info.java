/**
 * Metrics, health and the live page of a run, without ever waiting for a client.
 *
 * <pre>
 *   takt run --&gt; MonitoringOptions --&gt; Monitoring --&gt; MetricsServer: /metrics, /health, /health/ready, /health/active, /health/live
 *                                          |--------&gt; OtlpExport: a receiver of OpenTelemetry
 *                                          '--------&gt; the page's own server (module page)
 *   takt health --&gt; HealthCommand --&gt; HealthText
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.monitoring;

import org.jspecify.annotations.NullMarked;
