@NullMarked
package io.taktstrom.stream.block;

import org.jspecify.annotations.NullMarked;
