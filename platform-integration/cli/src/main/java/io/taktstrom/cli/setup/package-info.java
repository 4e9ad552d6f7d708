/**
 * What one does once: help, completion, the manual page.
 *
 * <pre>
 *   takt --> HelpCommand, CompletionCommand: both ask picocli for the tree of commands
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.setup;

import org.jspecify.annotations.NullMarked;
