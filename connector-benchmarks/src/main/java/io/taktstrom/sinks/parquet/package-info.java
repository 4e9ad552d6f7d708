/** A door into the sink's package, for benchmarks of what only that package knows. */
@NullMarked
package io.taktstrom.sinks.parquet;

import org.jspecify.annotations.NullMarked;
