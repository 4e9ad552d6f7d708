/**
 * What a program does while it reads, for {@code takt profile} and its flame graphs.
 *
 * <pre>
 *  paper.ProfileExperiment --- ADS, each backend ---.
 *                                                   v
 *  ConnectorProfiles ------ S7, plc4j, OPC UA ---&gt; Recordings --- starts the program with ---&gt; Flight Recorder,
 *                                                                                              async-profiler
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.profile;

import org.jspecify.annotations.NullMarked;
