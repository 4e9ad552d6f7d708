@NullMarked
package io.taktstrom.kit.event;

import org.jspecify.annotations.NullMarked;
