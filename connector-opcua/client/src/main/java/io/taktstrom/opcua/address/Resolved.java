package io.taktstrom.opcua.address;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.service.Attributes.VariableFacts;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import org.jspecify.annotations.Nullable;

/**
 * What became of a point.
 *
 * @param status Good, or why it cannot be used; then node and layout may be null
 * @param events what the point stands for when it is not a variable; then it has no node
 * @param held bytes of the connection's memory, to be given back when the point is let go
 */
public record Resolved(
        int status,
        @Nullable NodeRef node,
        @Nullable VariableLayout layout,
        @Nullable VariableFacts facts,
        @Nullable EventSelection events,
        long held) {

    static Resolved bad(int status) {
        return new Resolved(status, null, null, null, null, 0);
    }

    static Resolved variable(NodeRef node, Shapes.Found found, VariableFacts facts) {
        return new Resolved(found.status(), node, found.layout(), facts, null, found.held());
    }

    static Resolved events(EventSelection selection, VariableLayout layout) {
        return new Resolved(StatusCode.GOOD, null, layout, null, selection, 0);
    }

    /** What reading it gives where nothing is read. */
    public int unreadable() {
        return events == null ? status : StatusCode.BAD_NOT_READABLE;
    }

    /** Whether it is a variable, the value of which can be had. */
    public boolean isUsable() {
        return node != null && layout != null && !StatusCode.isBad(status);
    }
}
