/** The sink task and its parts. */
@NullMarked
package io.taktstrom.connect.sink;

import org.jspecify.annotations.NullMarked;
