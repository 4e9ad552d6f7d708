package io.taktstrom.opcua.simulator;

import io.taktstrom.simulation.Counters;
import org.eclipse.milo.opcua.sdk.server.nodes.filters.AttributeFilter;
import org.eclipse.milo.opcua.sdk.server.nodes.filters.AttributeFilterContext;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.jspecify.annotations.Nullable;

/** A node's value is the variable's: nothing is kept in the node. */
record VariableAccess(UaVariable variable, Counters<OpcUaCounter> counters) implements AttributeFilter {

    @Override
    public @Nullable Object getAttribute(AttributeFilterContext context, AttributeId attribute) {
        return attribute == AttributeId.Value ? variable.read() : context.getAttribute(attribute);
    }

    @Override
    public void writeAttribute(AttributeFilterContext context, AttributeId attribute, @Nullable Object value)
            throws UaException {
        if (attribute == AttributeId.Value && value instanceof DataValue data) {
            try {
                variable.write(data);
            } catch (IllegalArgumentException e) {
                throw new UaException(StatusCodes.Bad_TypeMismatch, e);
            }
            counters.increment(OpcUaCounter.WRITES);
        } else {
            context.setAttribute(attribute, value);
        }
    }
}
