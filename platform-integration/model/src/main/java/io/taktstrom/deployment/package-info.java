/**
 * A deployment: which devices to talk to, which points to sample, and where the samples go. Values only; the
 * {@code load} package makes them from a file.
 *
 * <pre>
 *  ConnectionConfig (Endpoint)   ScanClass        PartConfig
 *        ^                          ^                 ^
 *        +------ PointConfig -------+                 |
 *        +------ PointBrowse -------+                 |
 *                     ^                               |
 *                     +---- StreamConfig: from, ring, stages, to
 *
 *  Deployment, Deployment --> DeploymentChanges: what a reload would do
 * </pre>
 */
@NullMarked
package io.taktstrom.deployment;

import org.jspecify.annotations.NullMarked;
