package io.taktstrom.deployment;

import java.time.Duration;

/**
 * How several instances of a deployment agree on which of them is active.
 *
 * @param lease the store of the lease
 * @param ttl how long a lease that is not renewed keeps others from becoming active
 * @param connect whether an instance on standby keeps its connections open
 * @param instance name of this one, for people; empty for one that is made of the host's name
 */
public record StandbyConfig(PartConfig lease, Duration ttl, boolean connect, String instance) {}
