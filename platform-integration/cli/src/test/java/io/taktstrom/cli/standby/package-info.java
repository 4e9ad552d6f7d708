/**
 * Two processes with one deployment, a real PostgreSQL for their lease, and a device that counts.
 *
 * <pre>
 *   Instance a --FaultProxy--&gt; PostgresServer &lt;--FaultProxy-- Instance b
 *        '-----------------&gt; S7Simulator &lt;-----------------------'
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.standby;

import org.jspecify.annotations.NullMarked;
