@NullMarked
package io.taktstrom.cli.simulate;

import org.jspecify.annotations.NullMarked;
