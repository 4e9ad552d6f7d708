@NullMarked
package io.taktstrom.cli.log;

import org.jspecify.annotations.NullMarked;
