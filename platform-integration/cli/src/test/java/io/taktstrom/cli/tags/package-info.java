@NullMarked
package io.taktstrom.cli.tags;

import org.jspecify.annotations.NullMarked;
