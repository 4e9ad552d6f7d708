/**
 * Beckhoff's C library called with Java's own foreign functions; needs Java 22.
 *
 * <pre>
 *   FfmBinding  --loads-->  FfmLibrary  --opens-->  FfmPort        requests: Functions (pointers as numbers: no garbage)
 *   library's thread  --FfmCallback-->  NotificationHub   samples: copied out of its memory
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.ffm;

import org.jspecify.annotations.NullMarked;
