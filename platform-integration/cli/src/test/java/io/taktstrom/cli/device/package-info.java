@NullMarked
package io.taktstrom.cli.device;

import org.jspecify.annotations.NullMarked;
