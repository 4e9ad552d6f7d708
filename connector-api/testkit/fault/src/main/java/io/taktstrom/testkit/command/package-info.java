/**
 * A gate for tests of sources of commands.
 *
 * <pre>
 *  source under test --submit--&gt; TestGate, which remembers --&gt; answer: done, or repeated
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.command;

import org.jspecify.annotations.NullMarked;
