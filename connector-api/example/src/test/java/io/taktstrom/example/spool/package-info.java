/** The contract on the example of a sink. */
@NullMarked
package io.taktstrom.example.spool;

import org.jspecify.annotations.NullMarked;
