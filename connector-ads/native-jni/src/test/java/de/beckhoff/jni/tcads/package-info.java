/** The other package of the stand-in. */
@NullMarked
package de.beckhoff.jni.tcads;

import org.jspecify.annotations.NullMarked;
