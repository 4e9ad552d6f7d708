/**
 * Parquet files, made of complete files of lines: a Parquet file can be read only once it is closed, so samples are safe in a
 * file of lines first.
 *
 * <pre>
 *  LineFileSink --> date=2026-11-22/_samples.jsonl       acknowledged; survives a kill
 *                        |  complete: by size, by time, at the end
 *                        v  ParquetFinish: LineReader --> ParquetColumns
 *                   date=2026-11-22/samples.parquet --&gt; ParquetRowReader, for a replay
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.parquet;

import org.jspecify.annotations.NullMarked;
