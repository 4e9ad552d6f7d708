/** Elections with clocks and a store that tests turn. */
@NullMarked
package io.taktstrom.runtime.standby;

import org.jspecify.annotations.NullMarked;
