@NullMarked
package io.taktstrom.stream.source;

import org.jspecify.annotations.NullMarked;
