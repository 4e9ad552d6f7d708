/**
 * The ADS connector on the simulated PLC: what only ADS can do wrong. The contract of all connectors has its own module.
 *
 * <pre>
 *   AdsBadInputIT      wrong routes, ports, names, types: what the message says
 *   AdsHostilePeerIT   a peer that breaks the protocol, by way of an AdsRelay
 *   AdsStateIT         another program, CONFIG mode, limits, a rival
 *   AdsOnlineChangeIT  variables move while they are read and written
 *   AdsResubscribeIT   variables move, go or come while they are subscribed
 *   AdsOutageIT        a Plant, the PLC of which comes and goes
 *   AdsNotificationIT  bursts, order, back-pressure
 *   TypedRecordIT      Java records bound to the PLC's structures
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.contract;

import org.jspecify.annotations.NullMarked;
