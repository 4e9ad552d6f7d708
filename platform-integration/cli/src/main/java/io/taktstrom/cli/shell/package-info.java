/**
 * What every command gets, and what they have in common.
 *
 * <pre>
 *   Takt --> Shell --> Terminal            streams, colours, size
 *              |  '--> StopSignal          SIGINT, SIGTERM; RunLimit waits for it
 *              |                           HangupSignal: SIGHUP, for a command that reloads
 *              '-----> CrashReporter           failed threads; prints the accounting (AccountText)
 *
 *   ExitCode: 0, 1, 2     CommandGroup: commands below a command     InvalidFileException, UsageErrors: what to say
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.shell;

import org.jspecify.annotations.NullMarked;
