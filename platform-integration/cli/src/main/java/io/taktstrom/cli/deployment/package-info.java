/**
 * The commands for a deployment file, and for what its streams have left on disk.
 *
 * <pre>
 *   FILE --&gt; DeploymentFile --&gt; validate | explain | find | export ivml
 *                 |--------&gt; run: RunCommand --&gt; RunningDeployment, Screen, RunLog, Monitoring; Reloader follows the file
 *                 |--------&gt; run --dry: DryRun          gather: GatherCommand
 *                 '--------&gt; buffer: BufferCommand
 *   points of browse and import --&gt; PointLines --&gt; printed, or PointFile: added to FILE
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.deployment;

import org.jspecify.annotations.NullMarked;
