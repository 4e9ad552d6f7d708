/**
 * Where streams end on this machine: files and the console.
 *
 * <pre>
 *  pipeline of stream a --> LineFileInlet --+
 *                                           +--> LineFile --> out.jsonl, out.20261121T070509Z.jsonl
 *  pipeline of stream b --> LineFileInlet --+    whole flush units only
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.local;

import org.jspecify.annotations.NullMarked;
