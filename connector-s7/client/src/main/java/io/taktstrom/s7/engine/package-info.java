/**
 * Connections to S7 CPUs.
 *
 * <pre>
 *    Carrier A    Carrier B           one per connection of the SPI: LinkCarrier
 *         \          /
 *          CpuLink                     one per CPU, shared: the kit's RequestEngine; as many requests
 *        S7Request  PduAssembler       in flight as the CPU granted, never more
 * </pre>
 *
 * <p>There is no thread per connection: a thread that waits for an answer reads, and hands others theirs. One thread for all
 * links looks at the idle ones.
 */
@NullMarked
package io.taktstrom.s7.engine;

import org.jspecify.annotations.NullMarked;
