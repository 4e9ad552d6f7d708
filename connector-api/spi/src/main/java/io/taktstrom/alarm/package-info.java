/**
 * What a way to reach people implements, when an alarm is raised or cleared.
 *
 * <pre>
 *  AlarmReceiverProvider --open(OptionValues, SinkContext)--> AlarmReceiver (webhook, SMTP)
 *                                                                  ^
 *          queue of one receiver: groups, limits, tries again --send(AlarmMessage)
 * </pre>
 */
@NullMarked
package io.taktstrom.alarm;

import org.jspecify.annotations.NullMarked;
