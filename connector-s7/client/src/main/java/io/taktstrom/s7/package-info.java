/**
 * The S7 connector: Siemens S7-300, S7-400, S7-1200, S7-1500, LOGO! and whatever else speaks S7comm on ISO-on-TCP.
 *
 * <pre>
 *   S7Provider --> S7Session --> S7Group      points, their types and statuses
 *                      |
 *               +------+-----+
 *               v            v
 *            device --+---> plan              the CPU about itself; which requests
 *               |     |       |
 *            symbol   v       |               names from the project's files
 *               |   engine    |               connections to CPUs
 *               |     |       |
 *               +-> address &lt;-+
 *               v     |       v
 *             value &lt;-|-----------            bytes and samples
 *                     v
 *                  protocol                   bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.s7;

import org.jspecify.annotations.NullMarked;
