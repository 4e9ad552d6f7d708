/**
 * What sinks of messages share: a flush unit becomes messages, and these become acknowledged.
 *
 * <pre>
 *  publish(batch, unit) --> MessageUnit --> complete: message 0, 1, 2 ... --> the client's send
 *                           route, payload                                         |
 *                           refuse  &lt;--- Delivery: open, acknowledged, refused, failed
 *                                        a unit that comes again sends what is still open
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.message;

import org.jspecify.annotations.NullMarked;
