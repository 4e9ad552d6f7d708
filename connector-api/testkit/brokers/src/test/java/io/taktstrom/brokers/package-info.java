/**
 * Real brokers for tests: each in a process, a folder and on ports of its own, with a proxy in front on which faults happen.
 *
 * <pre>
 *  sink under test --> FaultProxy --> broker &lt;-- reader
 *                      faults         child      Python: librdkafka, pika
 *                                     process
 * </pre>
 */
@NullMarked
package io.taktstrom.brokers;

import org.jspecify.annotations.NullMarked;
