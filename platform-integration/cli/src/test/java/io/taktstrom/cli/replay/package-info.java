/** Tests of records. */
@NullMarked
package io.taktstrom.cli.replay;

import org.jspecify.annotations.NullMarked;
