/**
 * S7: one value, three, a thousand, a kilobyte and 64 of them, for Taktstrom, its rivals and the raw socket.
 *
 * <pre>
 *  S7Server (a process) &lt;--- S7Contender: limit | taktstrom | plc4j | iot-communication | s7connector (a process each)
 *                       &lt;--- snap7_worker.py
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.s7;

import org.jspecify.annotations.NullMarked;
