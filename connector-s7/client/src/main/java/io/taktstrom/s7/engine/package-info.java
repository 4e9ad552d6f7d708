/**
 * Connections to S7 CPUs: who sends, who reads, and what becomes of a link that fails.
 *
 * <pre>
 *    Carrier A    Carrier B           one per connection of the SPI: LinkCarrier
 *         \          /
 *          CpuLink                     one TCP connection per CPU, shared; ends once
 *     InFlight [1][2][3]              as many requests on their way as the CPU granted, never more
 *          |      ^
 *     one write   | one thread reads for all
 *          v      |
 *         TCP    PduInbox              cuts the stream into PDUs
 * </pre>
 *
 * <p>There is no thread per connection: whoever waits for an answer reads, and hands others theirs. One thread for all
 * links looks at those on which nobody waits.
 */
@NullMarked
package io.taktstrom.s7.engine;

import org.jspecify.annotations.NullMarked;
