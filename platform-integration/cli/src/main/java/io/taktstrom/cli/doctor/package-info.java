/**
 * What would spoil a measurement or a connection on this machine, and what to do about it.
 *
 * <pre>
 *  Machine (/proc, /sys, /run) --&gt; Checkup --&gt; Finding: verdict, subject, what is so, remedy
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.doctor;

import org.jspecify.annotations.NullMarked;
