/**
 * The sink connector: commands from topics to devices.
 *
 * <pre>
 *  put() --CommandText--> gate (limits, identifiers, expiry, audit) --> device
 *    |                      | answer
 *    |                      v
 *  Commands: open and   Answers --> answers.topic        whatever became of it
 *  answered offsets  &lt;---  |   `--> dead letter queue    what was not carried out
 *    |                     done
 *  preCommit(): offsets of what is answered, and of nothing behind an open one
 * </pre>
 */
@NullMarked
package io.taktstrom.connect.sink;

import org.jspecify.annotations.NullMarked;
