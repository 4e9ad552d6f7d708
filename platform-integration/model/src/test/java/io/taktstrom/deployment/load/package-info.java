/** Tests of the loader. */
@NullMarked
package io.taktstrom.deployment.load;

import org.jspecify.annotations.NullMarked;
