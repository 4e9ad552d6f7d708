/**
 * A door into the sink's package, for benchmarks of what only that package knows.
 *
 * <pre>
 *   benchmark --&gt; PostgresRows --&gt; rows of COPY
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.sql;

import org.jspecify.annotations.NullMarked;
