/**
 * One request engine for protocols over TCP.
 *
 * <pre>
 *   SharedLinks      one connection for all users of a device; SilenceWatch steps the idle ones
 *        v
 *   RequestEngine    a protocol extends it: what its frames mean, what it says about failures
 *     FrameSender      frames out: one thread at a time (SendLock), those that belong together in one write
 *     RequestTable     requests in flight, found by their ids; never more than the limit; turns in order
 *     ReadRole         which thread reads: one leads, the others follow
 *     FrameReader      frames in, cut by a Framing out of an Inbox
 *     SilenceProbe     heartbeats
 *        v
 *   Dialed           the socket
 *
 *   RequestLink      an engine for one user and one request at a time
 * </pre>
 *
 * <p>A thread sends its request and then, if no other thread reads, reads until its own answer is there, handing others
 * theirs. So a single thread needs no other, and no thread waits while an answer lies in the socket.
 */
@NullMarked
package io.taktstrom.kit.tcp;

import org.jspecify.annotations.NullMarked;
