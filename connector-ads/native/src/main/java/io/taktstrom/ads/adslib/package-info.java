/**
 * ADS by way of Beckhoff's C library: everything that is the same however Java calls it.
 *
 * <pre>
 *   NativeBackendProvider     found by the client; NativeBackend, one per connection, is its AdsBackend
 *     |        \
 *     |         NotificationRing    the samples, until the ListenerThread had them
 *   AdsPort         ^               ports for requests, each with a LibraryLane, and one for notifications
 *     v             | SampleInlet   one per notification
 *   AdsLibrary      |
 *     |        NotificationHub      from the number that a callback gets to the inlet
 *     v             ^
 *   -- a binding ---|---------------------------------------------------- JNA, JNI, AdsToJava, FFM
 *     v             |
 *   AdsLib / TcAdsDll               requests in, callbacks out, on threads of its own
 * </pre>
 *
 * <p>A binding implements {@link io.taktstrom.ads.adslib.AdsLibraryBinding}, {@link io.taktstrom.ads.adslib.AdsLibrary}
 * and {@link io.taktstrom.ads.adslib.AdsPort}, and feeds the {@link io.taktstrom.ads.adslib.NotificationHub}. It only
 * translates: in which order the library may be called, without taking the JVM down, is decided here.
 */
@NullMarked
package io.taktstrom.ads.adslib;

import org.jspecify.annotations.NullMarked;
