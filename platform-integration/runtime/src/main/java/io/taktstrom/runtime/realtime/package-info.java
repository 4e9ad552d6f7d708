/**
 * Polling threads in real time, on Linux, by JNA.
 *
 * <pre>
 *  RunCommand --level--&gt; RealTime --IdleStrategy--&gt; poller: its thread --&gt; LinuxThreads --&gt; the system's C library
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.realtime;

import org.jspecify.annotations.NullMarked;
