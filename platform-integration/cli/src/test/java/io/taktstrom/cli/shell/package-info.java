@NullMarked
package io.taktstrom.cli.shell;

import org.jspecify.annotations.NullMarked;
