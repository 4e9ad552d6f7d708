@NullMarked
package io.taktstrom.runtime.sink;

import org.jspecify.annotations.NullMarked;
