/**
 * A deployment in a Spring Boot application.
 *
 * <pre>
 *  application.yaml: taktstrom.deployment, or taktstrom.connections, .points, .streams, .sinks
 *      | config: read and checked before any bean is made
 *      v
 *  Deployment --> RunningDeployment --> ManagedConnection (one bean each) --> BoundRecord (one bean for each @TaktRecord)
 *                       |      ^
 *                       |      +-- DeploymentLifecycle: begins before what listens, ends after it; sources first, then sinks
 *                       +--> MeterRegistry, health of each connection, sink and stream
 * </pre>
 */
@NullMarked
package io.taktstrom.spring;

import org.jspecify.annotations.NullMarked;
