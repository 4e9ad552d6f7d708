/**
 * Commands for a single device, named by its URI, and what simulators of devices have in common.
 *
 * <pre>
 *   URI --> DeviceUri --> Connection --> browse | read | write | watch | call
 *   ADDRESS=VALUE --> runtime.value.ValueInput --^
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.device;

import org.jspecify.annotations.NullMarked;
