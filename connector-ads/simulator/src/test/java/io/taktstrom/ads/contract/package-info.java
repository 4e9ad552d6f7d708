/**
 * The ADS connector on the simulated PLC: the contract of all connectors, and what only ADS can do wrong.
 *
 * <pre>
 *   AdsContractIT      the contract, on AdsDevice
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
