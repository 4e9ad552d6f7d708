/**
 * Alarms by mail.
 *
 * <pre>
 *  AlarmMessage --&gt; SmtpReceiver --one connection for each message, with one deadline for all of it--&gt; SMTP server
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.mail;

import org.jspecify.annotations.NullMarked;
