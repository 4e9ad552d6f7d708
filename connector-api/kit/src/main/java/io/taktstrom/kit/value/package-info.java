/**
 * Between bytes of a device and samples, and which type a point has.
 *
 * <pre>
 *   bytes as the device sends them --WireOrder--&gt; sample      little-endian alone: Images
 *                                   &lt;-----------
 *   what device, address and declaration say of a point's type --SettledPoints, TypeRule--&gt; type, or a Bad status
 *   what a method takes and gives: ArgumentGroup
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.value;

import org.jspecify.annotations.NullMarked;
