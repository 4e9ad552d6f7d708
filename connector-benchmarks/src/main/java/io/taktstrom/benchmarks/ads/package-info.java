/**
 * ADS: one value, a group, and notifications, for Taktstrom, its rivals and the raw socket.
 *
 * <pre>
 *  SimulatorServer (a process) &lt;--- AdsContender: limit | taktstrom | plc4j (a process each)
 *                              &lt;--- pyads_worker.py
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.ads;

import org.jspecify.annotations.NullMarked;
