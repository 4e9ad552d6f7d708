/**
 * For protocols over TCP.
 *
 * <pre>
 *   Dialed         connects until a deadline, and says what to check
 *   Inbox          what has come and was not used
 *   RequestLink    one request at a time and a receiver; its frames are found by a Framing
 *   SharedLinks    one connection for all who speak to a device, watched by a SilenceWatch
 * </pre>
 *
 * <p>A connector that needs one request at a time takes RequestLink and nothing else. One with many requests on their way has
 * an engine of its own, on Dialed, Inbox and SharedLinks.
 */
@NullMarked
package io.taktstrom.kit.tcp;

import org.jspecify.annotations.NullMarked;
