@NullMarked
package io.taktstrom.runtime.command;

import org.jspecify.annotations.NullMarked;
