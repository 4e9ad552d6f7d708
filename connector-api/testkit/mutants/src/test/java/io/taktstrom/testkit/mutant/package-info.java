/**
 * Connectors that are right but for one fault, to show that the contract finds what it is for.
 *
 * <pre>
 *   a connector's test extends ConnectorMutants --startDevice()--&gt; device --provider()--&gt; right connector
 *     for each Mutant: the right connector in a Wrapped with the fault --&gt; the tests that are named must fail
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.mutant;

import org.jspecify.annotations.NullMarked;
