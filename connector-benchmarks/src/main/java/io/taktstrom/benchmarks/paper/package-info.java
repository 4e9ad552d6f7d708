/**
 * The measurements of "ADS Performance Revisited" again, with more contenders and three kinds of device.
 *
 * <pre>
 *  limit  java  jna  jni  ffm  adstojava  C++  pyads  plc4j       a process each, in turns (package paired)
 *     \____\_____\____\____\_______|______/____/_____/
 *                                  |
 *              +-------------------+--------------------+
 *         PaperServer         PaperServer          DelayedLink --- PaperServer
 *         answers at once     at the PLC's cycle   half a millisecond each way
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.paper;

import org.jspecify.annotations.NullMarked;
