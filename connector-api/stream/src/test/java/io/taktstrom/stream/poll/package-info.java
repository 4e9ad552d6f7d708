@NullMarked
package io.taktstrom.stream.poll;

import org.jspecify.annotations.NullMarked;
