/**
 * Records of devices: samples as they came, and a model of their points, from which a simulated device is made again.
 *
 * <pre>
 *  takt record:  deployment --&gt; RecordSink --&gt; FILE (JSON Lines or Parquet), FILE.points.json (ReplayModel)
 *
 *  takt replay:  FILE --ReplayReader--&gt; ReplaySchedule --ReplayRun, at a speed--&gt; ReplayDevice: ads, s7, opcua
 *                             one line       some thousand samples in order of time
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.replay;

import org.jspecify.annotations.NullMarked;
