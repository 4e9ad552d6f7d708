/**
 * The ADS connector on the simulated PLC: what only ADS can do wrong. The contract of all connectors has its own module.
 *
 * <pre>
 *   AdsBadInputIT      wrong routes, ports, names, types: what the message says
 *   AdsHostilePeerIT   a peer that breaks the protocol     AdsRelay, FakePeer
 *   AdsChangeIT        online change, download, CONFIG, limits
 *   AdsOutageIT        a PLC that comes and goes, under a ManagedConnection
 *   AdsNotificationIT  bursts, order, back-pressure
 *   TypedRecordIT      Java records bound to the PLC's structures
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.contract;

import org.jspecify.annotations.NullMarked;
