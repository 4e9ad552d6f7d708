/**
 * A door into the sink's package, for benchmarks of what only that package knows.
 *
 * <pre>
 *   benchmark --&gt; SparkplugMetrics --&gt; metrics by alias
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mqtt.sparkplug;

import org.jspecify.annotations.NullMarked;
