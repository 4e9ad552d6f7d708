/**
 * What one does with a single device, named by its URI.
 *
 * <pre>
 *   URI --> Device --> Connection --> browse | read | write | watch
 *   ADDRESS=VALUE --> ValueInput (TimeInput) --^
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.device;

import org.jspecify.annotations.NullMarked;
