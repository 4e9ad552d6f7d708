/**
 * Expressions over points, in the Common Expression Language (CEL) of <a href="https://cel.dev">cel.dev</a>.
 *
 * <pre>
 *  text --parse--&gt; Expression --check(types)--&gt; type of the result, if it is known
 *                     | references: points and where they stand
 *                     '--compile(types)--&gt; CompiledExpression --evaluate(values, time)--&gt; Result
 * </pre>
 *
 * What a text can cost is limited: its length, its depth, the rounds of its loops, the length of texts. No function that lets a
 * value grow with each round ({@code map}) is there.
 */
@NullMarked
package io.taktstrom.expression;

import org.jspecify.annotations.NullMarked;
