/** A door into the sink's package, for benchmarks of what only that package knows. */
@NullMarked
package io.taktstrom.sinks.influx;

import org.jspecify.annotations.NullMarked;
