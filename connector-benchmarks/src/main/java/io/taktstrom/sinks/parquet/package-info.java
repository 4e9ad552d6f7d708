/**
 * A door into the sink's package, for benchmarks of what only that package knows.
 *
 * <pre>
 *   benchmark --&gt; ParquetRows --&gt; columns and pages
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.parquet;

import org.jspecify.annotations.NullMarked;
