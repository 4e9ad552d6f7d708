/**
 * Methods of a server's objects, their arguments as samples.
 *
 * <pre>
 *   object, name --MethodCalls.find--> OpcUaMethod, its inputs a group of points
 *   a batch of inputs --OpcUaMethod.call--> a batch of outputs
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.method;

import org.jspecify.annotations.NullMarked;
