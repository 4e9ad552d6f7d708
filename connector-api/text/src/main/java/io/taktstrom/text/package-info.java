/**
 * Files as trees of values that know where they stand. Knows YAML and CSV, and nothing of deployments.
 *
 * <pre>
 *  bytes --TextFile--> String --YamlText--> Mapping | Sequence | Scalar, each with line and column
 *                             --CsvText---> a Mapping per row
 *  whatever is wrong --> Problems (bounded, sorted by place)
 * </pre>
 */
@NullMarked
package io.taktstrom.text;

import org.jspecify.annotations.NullMarked;
