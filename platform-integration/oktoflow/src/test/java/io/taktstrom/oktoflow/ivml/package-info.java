/** Tests of models in IVML. */
@NullMarked
package io.taktstrom.oktoflow.ivml;

import org.jspecify.annotations.NullMarked;
