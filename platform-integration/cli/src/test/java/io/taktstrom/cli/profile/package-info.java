@NullMarked
package io.taktstrom.cli.profile;

import org.jspecify.annotations.NullMarked;
