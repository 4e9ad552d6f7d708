@NullMarked
package io.taktstrom.cli.terminal;

import org.jspecify.annotations.NullMarked;
