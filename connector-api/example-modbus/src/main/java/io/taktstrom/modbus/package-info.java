/**
 * Modbus/TCP as a connector, and the example of one: what a polled device takes.
 *
 * <pre>
 *   ModbusProvider   describes the connector, opens sessions
 *   ModbusAddress    hr100:REAL --&gt; area, first register, type --&gt; span of registers 100 and 101
 *   ModbusArea       coils, inputs, registers: functions and limits
 *   ModbusGroup      points of one read, and the plan of their requests
 *   ModbusRequest    bytes of a request and its answer
 *   ModbusSession    the kit's hooks: makes groups, reads, writes
 * </pre>
 */
@NullMarked
package io.taktstrom.modbus;

import org.jspecify.annotations.NullMarked;
