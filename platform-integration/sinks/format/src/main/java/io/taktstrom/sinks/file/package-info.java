/**
 * Files of samples: whole flush units only, under names that templates give, and what becomes of them when they are complete.
 *
 * <pre>
 *  pipelines --> LineFileInlet --> LineFileSink --> LineFile: one file that only grows by whole units
 *                (by point)                            |
 *  path: logs/{connection}/{date:yyyy-MM-dd}.jsonl     v FileFamily
 *                                                   logs/press1/2026-11-22.jsonl                        written now
 *                                                   logs/press1/2026-11-22.20261122T120000.000Z.jsonl   complete: was too large
 *                                                   logs/press1/2026-11-21.jsonl                        complete
 *                                                      |
 *                                                      v Archive (a thread of its own), Finish
 *                                                   logs/press1/2026-11-21.jsonl.gz, and the oldest are removed
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.file;

import org.jspecify.annotations.NullMarked;
