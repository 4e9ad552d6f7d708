@NullMarked
package io.taktstrom.runtime;

import org.jspecify.annotations.NullMarked;
