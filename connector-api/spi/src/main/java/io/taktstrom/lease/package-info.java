/**
 * Where instances of a deployment agree on which of them is active: one record in a store that all can reach.
 *
 * <pre>
 *  LeaseStoreProvider --open(OptionValues, SinkContext, limit)--> LeaseStore (PostgreSQL, Kubernetes)
 *                                                                     |
 *                           election of the runtime  --read, replace--'   LeaseRecord: holder, term, version
 * </pre>
 *
 * <p>A store keeps a record and replaces it only in the version that was read. It keeps no times: whether a lease has ended is
 * decided by the instances, each by its own monotonic clock.
 */
@NullMarked
package io.taktstrom.lease;

import org.jspecify.annotations.NullMarked;
