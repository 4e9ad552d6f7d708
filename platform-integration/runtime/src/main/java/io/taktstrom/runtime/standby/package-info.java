/**
 * Several instances of a deployment, of which one is active.
 *
 * <pre>
 *   LeaseStore --read, replace, each eighth of the ttl--&gt; Election --held, lost--&gt; RunningStandby --activate, stepDown--&gt; RunningDeployment
 *                                                            |
 *                                              Fence: asked before each command and each batch for a sink
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.standby;

import org.jspecify.annotations.NullMarked;
