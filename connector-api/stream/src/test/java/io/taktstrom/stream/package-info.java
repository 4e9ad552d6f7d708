@NullMarked
package io.taktstrom.stream;

import org.jspecify.annotations.NullMarked;
