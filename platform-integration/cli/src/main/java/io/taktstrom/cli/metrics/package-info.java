/**
 * What a run measures, and where that goes.
 *
 * <pre>
 *   RunningDeployment, JVM, process, build --&gt; RunMeters: one registry for all
 *                                                 |-- Prometheus: served by MetricsServer, when it is asked
 *                                                 '-- OtlpExport: sent, every now and then
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.metrics;

import org.jspecify.annotations.NullMarked;
