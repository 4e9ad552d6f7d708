package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.kit.Deadline;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.structured.CallMethodRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CallMethodResult;
import org.eclipse.milo.opcua.stack.core.types.structured.CallRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CallResponse;

/** The service Call (OPC 10000-4, 5.12). Thread-safe. */
public final class Methods {

    /**
     * An argument as the server describes it (OPC 10000-3, 8.6).
     *
     * @param valueRank -1 for one value, 1 and more for an array
     */
    public record Argument(String name, NodeRef dataType, int valueRank, List<Integer> dimensions) {}

    /** What a method takes and gives. */
    public record Signature(List<Argument> inputs, List<Argument> outputs) {}

    /**
     * What came of a call.
     *
     * @param inputStatuses one for each argument; none where the server says nothing of them
     * @param outputs each a DataValue in binary encoding, little-endian
     */
    public record Outcome(int status, List<Integer> inputStatuses, List<ByteBuffer> outputs) {}

    private final UaLink link;
    private final Attributes attributes;
    private final References references;

    Methods(UaLink link, Attributes attributes, References references) {
        this.link = link;
        this.attributes = attributes;
        this.references = references;
    }

    /** What a method takes and gives; nothing for one that does not say. */
    public Signature signature(NodeRef method, Deadline deadline) throws ConnectorException {
        return new Signature(
                arguments(method, "InputArguments", "input", deadline),
                arguments(method, "OutputArguments", "output", deadline));
    }

    /** @param unnamed what those without a name are called, with their number behind it */
    private List<Argument> arguments(NodeRef method, String property, String unnamed, Deadline deadline)
            throws ConnectorException {
        NodeRef node = references
                .follow(method, List.of(new References.Name(0, property)), deadline)
                .node();
        List<Argument> arguments = new ArrayList<>();
        if (node != null && attributes.value(node) instanceof ExtensionObject[] described) {
            for (ExtensionObject each : described) {
                arguments.add(argument(method, each, unnamed + (arguments.size() + 1)));
            }
        }
        return arguments;
    }

    private Argument argument(NodeRef method, ExtensionObject described, String unnamed) throws ConnectorException {
        try {
            org.eclipse.milo.opcua.stack.core.types.structured.Argument argument =
                    (org.eclipse.milo.opcua.stack.core.types.structured.Argument) MiloEncoding.inner(described);
            String name = argument.getName();
            return new Argument(
                    name == null || name.isBlank() ? unnamed : name,
                    new NodeRef(argument.getDataType()),
                    argument.getValueRank(),
                    Attributes.lengths(argument.getArrayDimensions()));
        } catch (RuntimeException e) {
            // Milo checks no lengths here: wrong ones end in whatever exception comes first.
            throw link.broken("read the arguments of the method " + method + ": their bytes are malformed", e);
        }
    }

    /**
     * Calls a method.
     *
     * @param inputs each a Variant in binary encoding
     */
    public Outcome call(NodeRef object, NodeRef method, List<byte[]> inputs) throws ConnectorException {
        Variant[] variants = new Variant[inputs.size()];
        for (int i = 0; i < variants.length; i++) {
            variants[i] = MiloEncoding.variant(inputs.get(i));
        }
        CallMethodRequest[] calls = {new CallMethodRequest(object.id(), method.id(), variants)};
        CallResponse response = link.call(
                "call " + method + " of " + object, CallResponse.class, header -> new CallRequest(header, calls));
        CallMethodResult result = link.entries("call " + method, 1, response.getResults())[0];
        List<Integer> statuses = new ArrayList<>();
        StatusCode[] said = result.getInputArgumentResults();
        for (int i = 0; said != null && i < said.length; i++) {
            statuses.add((int) said[i].value());
        }
        List<ByteBuffer> outputs = new ArrayList<>();
        Variant[] given = result.getOutputArguments();
        for (int i = 0; given != null && i < given.length; i++) {
            outputs.add(MiloEncoding.encode(DataValue.valueOnly(given[i])));
        }
        return new Outcome((int) result.getStatusCode().value(), statuses, outputs);
    }
}
