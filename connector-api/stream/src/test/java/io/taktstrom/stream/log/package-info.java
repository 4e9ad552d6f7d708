@NullMarked
package io.taktstrom.stream.log;

import org.jspecify.annotations.NullMarked;
