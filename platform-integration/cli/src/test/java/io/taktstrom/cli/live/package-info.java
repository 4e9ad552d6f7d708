@NullMarked
package io.taktstrom.cli.live;

import org.jspecify.annotations.NullMarked;
