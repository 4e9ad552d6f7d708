@NullMarked
package io.taktstrom.runtime.value;

import org.jspecify.annotations.NullMarked;
