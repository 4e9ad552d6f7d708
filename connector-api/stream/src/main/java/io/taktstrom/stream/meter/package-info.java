/**
 * The stream's numbers for a Micrometer registry.
 *
 * <pre>
 *  Pipeline, ManagedConnection, PollMeter     keep plain counters anyway
 *  RequestMeter (a ConnectionObserver)        only where request times are wanted
 *        |
 *        |  read when the registry is scraped, never per sample
 *        v
 *  StreamMeters --&gt; MeterRegistry             names and tags: docs/reference/metrics.md
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.meter;

import org.jspecify.annotations.NullMarked;
