/**
 * Stands in for AdsToJava 3, which is in no registry: classes with the same names and signatures, as far as our adapter uses
 * them, that forward to our own shim. They have the defects of the original that the adapter must work around; where that
 * would overwrite memory, they throw.
 */
@NullMarked
package de.beckhoff.jni;

import org.jspecify.annotations.NullMarked;
