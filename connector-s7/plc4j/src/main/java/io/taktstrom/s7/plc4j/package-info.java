/**
 * S7 by way of Apache PLC4X: the only package that knows its API.
 *
 * <pre>
 *   S7Session      groups, plans, types: all as with our engine
 *       |          a request of at most 20 variables, as a PDU
 *   Plc4jCarrier   one thread per connection, a limit of time for each request, a heartbeat
 *       |
 *   Tags           the request's variables as tags %DB1:0:BYTE[20], their result as the PDU of an answer
 *       |
 *   plc4j s7-light
 * </pre>
 *
 * <p>Whatever plc4j does with types, strings and packing is left aside: it carries bytes and single bits.
 */
@NullMarked
package io.taktstrom.s7.plc4j;

import org.jspecify.annotations.NullMarked;
