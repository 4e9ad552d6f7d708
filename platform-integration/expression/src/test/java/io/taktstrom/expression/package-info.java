/**
 * Tests of expressions.
 *
 * <pre>
 *  text --&gt; Expression --&gt; CompiledExpression --&gt; Result     compared with what a small interpreter, or the test, says
 * </pre>
 */
@NullMarked
package io.taktstrom.expression;

import org.jspecify.annotations.NullMarked;
