/** Tests of what is made from the grammar. */
@NullMarked
package io.taktstrom.deployment.schema;

import org.jspecify.annotations.NullMarked;
