/**
 * A door into the sink's package, for benchmarks of what only that package knows.
 *
 * <pre>
 *   benchmark --&gt; InfluxLines --&gt; lines of its protocol
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.influx;

import org.jspecify.annotations.NullMarked;
