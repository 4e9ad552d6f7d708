/**
 * Where streams end on this machine: files and the console.
 *
 * <pre>
 *  type: jsonl   --> JsonLinesProvider --+
 *                                        +--> LineFileSink (io.taktstrom.sinks.file) --> files
 *  type: csv     --> CsvProvider --------+
 *  type: console --> ConsoleProvider --> whatever the program shows
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.local;

import org.jspecify.annotations.NullMarked;
