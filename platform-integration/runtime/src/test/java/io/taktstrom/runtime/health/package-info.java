@NullMarked
package io.taktstrom.runtime.health;

import org.jspecify.annotations.NullMarked;
