/**
 * What all commands have in common.
 *
 * <pre>
 *   Takt --&gt; Shell --&gt; Terminal            streams, colours, size
 *              |  '--&gt; StopSignal          SIGINT, SIGTERM; RunLimit waits for it
 *              |                           HangupSignal: SIGHUP, for a command that reloads
 *              '-----&gt; CrashReporter       failed threads; prints the accounting (AccountText)
 *
 *   ShellCommand: the base of commands     ExitCode: 0, 1, 2     UsageException, InvalidFileException: exit code 2
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.shell;

import org.jspecify.annotations.NullMarked;
