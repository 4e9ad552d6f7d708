@NullMarked
package io.taktstrom.stream.stage;

import org.jspecify.annotations.NullMarked;
