/**
 * Where time and garbage go.
 *
 * <pre>
 *   takt run --record FILE      RecordOptions --&gt; FlightRecording     taktstrom.jfc, into FILE; parts beside it until then
 *   takt profile FILE           RecordedRun --&gt; Profile: a Tally of each connection, stream, method ...
 *                                               |-- ProfileTables --&gt; TallyTable --&gt; Listing   tables, JSON
 *                                               '-- StackFrames, FrameTree --&gt; FlameGraph      SVG, or a page with search
 *   takt run --jprofiler PATH   JProfilerAgent --&gt; the same command again, with the agent; there JProfilerRecording
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.profile;

import org.jspecify.annotations.NullMarked;
