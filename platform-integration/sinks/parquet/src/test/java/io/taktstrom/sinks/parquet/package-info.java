@NullMarked
package io.taktstrom.sinks.parquet;

import org.jspecify.annotations.NullMarked;
