@NullMarked
package io.taktstrom.runtime.alarm;

import org.jspecify.annotations.NullMarked;
