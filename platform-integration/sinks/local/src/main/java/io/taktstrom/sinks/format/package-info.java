/**
 * Samples as text: the exact form for files and scripts, and the readable one for people.
 *
 * <pre>
 *  SampleBatch, i --> SampleFormat (JsonFormat | CsvFormat) --> TextBuffer --> file, terminal
 *                          |
 *                     ValueText     Decimals      Rfc3339
 *                     any value     REAL, LREAL   times
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.format;

import org.jspecify.annotations.NullMarked;
