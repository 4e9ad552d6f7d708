@NullMarked
package io.taktstrom.runtime.tap;

import org.jspecify.annotations.NullMarked;
