/**
 * Values from outside, as someone types them or as JSON has them, for a point of a known type.
 *
 * <pre>
 *  "16#FF", "T#250ms", [1,2,3] --ValueInput(DataType)--> what Values.put takes, exactly, or a message that shows what would be right
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.value;

import org.jspecify.annotations.NullMarked;
