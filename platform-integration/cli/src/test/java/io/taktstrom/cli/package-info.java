@NullMarked
package io.taktstrom.cli;

import org.jspecify.annotations.NullMarked;
