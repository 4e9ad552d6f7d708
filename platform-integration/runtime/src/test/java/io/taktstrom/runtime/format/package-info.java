@NullMarked
package io.taktstrom.runtime.format;

import org.jspecify.annotations.NullMarked;
