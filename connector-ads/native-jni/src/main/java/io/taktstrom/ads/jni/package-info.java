/**
 * Calls Beckhoff's C library through a thin shim of our own in C++.
 *
 * <pre>
 *   JniBinding --loads--> JniLibrary --opens--> JniPort      HubFeed, a SampleReceiver
 *                              |                   |            ^
 *   Shim   native methods      v                   v            |
 *   - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - | - -
 *   shim.cpp               as they are                  notifications.cpp
 *                              |                                ^
 *                              v                                |
 *   AdsLib / TcAdsDll      requests                         callbacks
 * </pre>
 *
 * <p>The shim is in the jar, for the platform that it was built on; {@link io.taktstrom.ads.jni.ShimFile} puts it where it
 * can be loaded.
 */
@NullMarked
package io.taktstrom.ads.jni;

import org.jspecify.annotations.NullMarked;
