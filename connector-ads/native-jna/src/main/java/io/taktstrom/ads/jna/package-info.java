/**
 * Beckhoff's C library called with JNA.
 *
 * <pre>
 *   JnaBinding  --loads-->  JnaLibrary  --opens-->  JnaPort        requests: AdsFunctions, RouteFunctions
 *                                                                       (direct mapping, numbers only: no garbage)
 *   library's thread  --JnaCallback-->  NotificationHub   samples: read from its memory with a Peephole
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.jna;

import org.jspecify.annotations.NullMarked;
