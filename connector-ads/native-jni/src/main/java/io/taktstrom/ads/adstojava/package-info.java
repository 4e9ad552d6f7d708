/**
 * Calls Beckhoff's C library through Beckhoff's own AdsToJava, version 3, where it is installed.
 *
 * <pre>
 *   AdsToJavaBinding --loads--> AdsToJavaLoader        its jar and its library, in a class loader of their own
 *                                     |
 *                               AdsToJavaBinder        method handles: nothing here is compiled against AdsToJava
 *                                     |
 *                                     v
 *   AdsToJavaLibrary --calls--> AdsToJava              its functions and values, under its own names
 *   AdsToJavaPort                     |
 *                                     v
 *   hub &lt;-- AdsToJavaFeed &lt;-- its one listener         samples
 * </pre>
 *
 * <p>What AdsToJava 3.1.0 does, and what is done about it here:
 *
 * <ul>
 *   <li>The cycle time of a notification is overwritten by the change filter, which shares its place: we set both.
 *   <li>Its static initialiser prints when the library is missing, and the first call fails: we look for the library
 *       before we touch the class, and say what is missing.
 *   <li>It copies as many bytes to and from a {@code JNIByteBuffer} as that has, to native memory that is as long as the
 *       request says: a longer buffer than the request overwrites the heap. We give each request a buffer of its very
 *       length.
 *   <li>All notifications of a process go to one list of listeners: we have a class loader of our own, hence a list of our
 *       own, and tell them apart by the user's number.
 *   <li>C++ exceptions arrive as {@code java.lang.Error}, and the AdsLib that it is built with throws one when a host cannot
 *       be reached: we make a return code of it.
 *   <li>Transmission modes above {@code ON_CHANGE} become "none" in silence: we refuse them.
 *   <li>It copies each array that it gives or gets, and for each sample attaches and detaches the thread, looks up methods
 *       by name and makes six objects. Nothing can be done about that: it manages some 33,000 samples a second, and
 *       beyond that the library under it drops them.
 *   <li>When the JVM ends, it forgets its callback object without waiting for the library: a sample that comes just then
 *       finds none. Connections should be closed before.
 *   <li>Each route that is added leaks the text of its host.
 * </ul>
 */
@NullMarked
package io.taktstrom.ads.adstojava;

import org.jspecify.annotations.NullMarked;
