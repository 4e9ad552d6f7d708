/**
 * What one does with a deployment file.
 *
 * <pre>
 *   FILE --> DeploymentFile --> validate | explain | find | run [--dry]
 *                            run --> Reloader: at SIGHUP, or when files change
 *                             | --> Monitoring: the page, metrics and health, OpenTelemetry
 *   schema: what may stand in it
 *   browse --points, import --> PointLines --> what goes into it
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.deployment;

import org.jspecify.annotations.NullMarked;
