@NullMarked
package io.taktstrom.s7.engine;

import org.jspecify.annotations.NullMarked;
