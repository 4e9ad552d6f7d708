/**
 * What sinks share: which fields of a sample go out, in what format, and under what name.
 *
 * <pre>
 *  options --> FieldSelection --+--> PayloadFormat --> PayloadEncoder --> payload of a message
 *              fields, times    |     value json columns csv avro protobuf
 *                               '--> SampleFormat (JsonFormat | CsvFormat) --> TextBuffer --> file, terminal
 *                                         |
 *                     Row: a sample as text      ValueText     Decimals      Rfc3339     Utf8
 *                     (JsonRow, CsvRow)          any value     REAL, LREAL   times       strings
 *
 *  options --> Template --with(sink, stream)--> of(point) --> topic, table, key, file
 *                                                  ^
 *                                              PointCache: once for each point
 *
 *  DataType --> ValueKind --> column of a receiver that has types
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.format;

import org.jspecify.annotations.NullMarked;
