@NullMarked
package io.taktstrom.s7.plc4j;

import org.jspecify.annotations.NullMarked;
