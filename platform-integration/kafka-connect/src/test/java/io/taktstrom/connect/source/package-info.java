/** Tasks and their parts, with a simulated machine and without Connect. */
@NullMarked
package io.taktstrom.connect.source;

import org.jspecify.annotations.NullMarked;
