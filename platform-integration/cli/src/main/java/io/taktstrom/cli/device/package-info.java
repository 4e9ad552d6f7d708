/**
 * What one does with a single device, named by its URI.
 *
 * <pre>
 *   URI --> Device --> Connection --> browse | read | write | watch
 *   ADDRESS=VALUE --> runtime.value.ValueInput --^
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.device;

import org.jspecify.annotations.NullMarked;
