@NullMarked
package io.taktstrom.cli.deployment;

import org.jspecify.annotations.NullMarked;
