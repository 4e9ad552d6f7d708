/**
 * Where time and garbage go.
 *
 * <pre>
 *   takt run --record FILE      RecordOptions --> FlightRecording     taktstrom.jfc, into FILE; parts beside it until then
 *   takt profile FILE           RecordedRun --> Profile: a Tally of each connection, stream, method ...
 *                                               |-- Tables, TallyTable --> Section   tables, JSON
 *                                               '-- Frames, FrameTree --> FlameGraph   SVG, or a page that can be searched
 *   takt run --jprofiler PATH   JProfilerAgent --> the same command again, with the agent; there Bookmarks
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.profile;

import org.jspecify.annotations.NullMarked;
