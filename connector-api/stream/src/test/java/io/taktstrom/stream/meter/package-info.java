@NullMarked
package io.taktstrom.stream.meter;

import org.jspecify.annotations.NullMarked;
