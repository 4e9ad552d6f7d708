/**
 * A connector for holding registers over Modbus/TCP, as an example of how little a polled device takes; a sketch for the page
 * on writing connectors, with a device to prove it on.
 *
 * <pre>
 *   hr100:REAL  --RegisterAddress--&gt; registers 100 and 101
 *   RegisterSession --RequestLink, one request at a time--&gt; RegisterServer
 * </pre>
 */
@NullMarked
package io.taktstrom.example.register;

import org.jspecify.annotations.NullMarked;
