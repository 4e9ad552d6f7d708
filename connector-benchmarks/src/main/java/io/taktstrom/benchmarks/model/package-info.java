/**
 * JMH: a deployment file with a plant's worth of points, from its bytes to a checked deployment.
 *
 * <pre>
 *  plant.yaml [+ points.csv] --DeploymentLoader--&gt; Deployment
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.model;

import org.jspecify.annotations.NullMarked;
