/** The shim, in this JVM and in one with AddressSanitizer. */
@NullMarked
package io.taktstrom.ads.jni;

import org.jspecify.annotations.NullMarked;
