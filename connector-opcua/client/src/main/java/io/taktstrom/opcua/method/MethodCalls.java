package io.taktstrom.opcua.method;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.value.ArgumentGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.address.Namespaces;
import io.taktstrom.opcua.address.NodeAddress;
import io.taktstrom.opcua.address.OpcUaAddress;
import io.taktstrom.opcua.address.PathAddress;
import io.taktstrom.opcua.service.Methods;
import io.taktstrom.opcua.service.NodeIds;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.References;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Finds methods and calls them, their arguments as samples. Thread-safe. */
public final class MethodCalls {

    private final Services services;
    private final UaLink link;
    private final Namespaces namespaces;
    private final Shapes shapes;
    private final EpochNanoClock clock;

    public MethodCalls(Services services, Namespaces namespaces, Shapes shapes, EpochNanoClock clock) {
        this.services = services;
        this.link = services.link();
        this.namespaces = namespaces;
        this.shapes = shapes;
        this.clock = clock;
    }

    public DeviceMethod find(String object, String method) throws ConnectorException {
        Deadline deadline = link.deadline();
        NodeRef owner = node(object, deadline);
        if (owner == null) {
            throw new InvalidRequestException("object not found: " + object + " at " + link.where()
                    + "; give its node id, or its path such as /Objects/2:Press");
        }
        NodeRef found = NodeAddress.isForm(method) || method.startsWith("/")
                ? node(method, deadline)
                : child(owner, method, deadline);
        if (found == null) {
            throw new InvalidRequestException("the object " + object + " at " + link.where() + " has no method "
                    + method + "; give its node id, or its browse name such as " + owner.namespaceIndex() + ":Start");
        }
        Methods.Signature signature = services.methods().signature(found, deadline);
        List<DataPoint> points = new ArrayList<>();
        List<VariableLayout> layouts = new ArrayList<>();
        for (Methods.Argument input : signature.inputs()) {
            points.add(DataPoint.of(input.name()));
            layouts.add(inputLayout(method, input, deadline));
        }
        List<String> outputTypes = new ArrayList<>();
        for (Methods.Argument output : signature.outputs()) {
            outputTypes.add(
                    services.dataTypes().name(output.dataType(), deadline) + (output.valueRank() >= 0 ? "[]" : ""));
        }
        return new OpcUaMethod(
                this, method, owner, found, group(points, layouts), layouts, signature.outputs(), outputTypes);
    }

    private static ArgumentGroup group(List<DataPoint> points, List<VariableLayout> layouts) {
        int arena = 0;
        for (VariableLayout layout : layouts) {
            arena = Math.addExact(arena, layout.arenaBytes());
        }
        return new ArgumentGroup(
                points, layouts.stream().map(VariableLayout::type).toList(), arena);
    }

    private @Nullable NodeRef node(String text, Deadline deadline) throws ConnectorException {
        OpcUaAddress address;
        try {
            address = OpcUaAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException("find " + text + " at " + link.where() + ": " + e.getMessage());
        }
        if (address instanceof PathAddress path) {
            return services.references()
                    .follow(List.of(path.names()), deadline)
                    .get(0)
                    .node();
        }
        return address instanceof NodeAddress node ? node.in(namespaces) : null;
    }

    /** By its browse name: in the namespace of its object unless it says another one. */
    private @Nullable NodeRef child(NodeRef owner, String name, Deadline deadline) throws ConnectorException {
        List<References.Name> path;
        try {
            path = PathAddress.parse("/" + name).names();
        } catch (IllegalArgumentException e) {
            return null;
        }
        NodeRef found = services.references().follow(owner, path, deadline).node();
        if (found == null && path.size() == 1 && path.get(0).namespace() == 0) {
            References.Name own =
                    new References.Name(owner.namespaceIndex(), path.get(0).name());
            found = services.references().follow(owner, List.of(own), deadline).node();
        }
        return found;
    }

    private VariableLayout inputLayout(String method, Methods.Argument input, Deadline deadline)
            throws ConnectorException {
        WireType type = services.dataTypes().get(input.dataType(), deadline);
        Shapes.Found found = shapes.find(type, input.valueRank(), input.dimensions(), null, null);
        // Checked, and not kept: the caller makes room for its values.
        shapes.giveBack(found.held());
        VariableLayout layout = found.layout();
        if (layout == null) {
            throw new InvalidRequestException("the method " + method + " at " + link.where() + " takes "
                    + services.dataTypes().name(input.dataType(), deadline) + " as " + input.name()
                    + ", which cannot be given: "
                    + found.problem());
        }
        return layout;
    }

    SampleBatch call(OpcUaMethod method, SampleBatch inputs) throws ConnectorException {
        link.requireOpen();
        String what = method.signature() + " at " + link.where();
        method.inputs().requireAll(inputs, what);
        List<byte[]> variants = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            try {
                variants.add(method.layouts().get(i).variant(inputs, i));
            } catch (IllegalArgumentException e) {
                throw new InvalidRequestException(
                        what + ": " + method.inputs().points().get(i).name() + ": " + e.getMessage());
            }
        }
        Methods.Outcome outcome = services.methods().call(method.object(), method.method(), variants);
        if (StatusCode.isBad(outcome.status())) {
            throw new DeviceErrorException(
                    "call " + what + ": " + StatusCode.name(outcome.status()) + blamed(method, outcome.inputStatuses()),
                    outcome.status(),
                    outcome.status() & 0xFFFF_FFFFL);
        }
        return outputs(method, outcome);
    }

    /** The arguments that the server names. */
    private static String blamed(OpcUaMethod method, List<Integer> statuses) {
        StringBuilder blamed = new StringBuilder();
        for (int i = 0; i < Math.min(statuses.size(), method.inputs().size()); i++) {
            if (StatusCode.isBad(statuses.get(i))) {
                blamed.append(blamed.isEmpty() ? "; " : ", ")
                        .append(method.inputs().points().get(i).name())
                        .append(" is ")
                        .append(StatusCode.name(statuses.get(i)));
            }
        }
        return blamed.toString();
    }

    private SampleBatch outputs(OpcUaMethod method, Methods.Outcome outcome) throws ConnectorException {
        Deadline deadline = link.deadline();
        List<DataPoint> points = new ArrayList<>();
        List<VariableLayout> layouts = new ArrayList<>();
        List<Decoding> values = new ArrayList<>();
        List<Methods.Argument> described = method.outputs();
        for (int i = 0; i < outcome.outputs().size(); i++) {
            Decoding value = new Decoding();
            ByteBuffer output = outcome.outputs().get(i);
            value.read(output, 0, output.limit());
            Methods.Argument argument = i < described.size()
                    ? described.get(i)
                    : new Methods.Argument("value" + i, NodeIds.BASE_DATA_TYPE, -1, List.of());
            WireType type = services.dataTypes().get(argument.dataType(), deadline);
            Shapes.Found found = shapes.find(type, argument.valueRank(), argument.dimensions(), null, value);
            shapes.giveBack(found.held());
            VariableLayout layout = found.layout();
            if (layout == null) {
                link.tell("call " + method.signature() + " at " + link.where() + ": what it gives as " + argument.name()
                        + " cannot be shown: " + found.problem());
                continue;
            }
            points.add(DataPoint.of(argument.name()));
            layouts.add(layout);
            values.add(value);
        }
        SampleBatch batch = group(points, layouts).newBatch();
        batch.reset(batch.group(), clock.epochNanos(), 0);
        for (int i = 0; i < values.size(); i++) {
            try {
                layouts.get(i).add(batch, i, StatusCode.GOOD, values.get(i));
            } catch (MalformedFrameException e) {
                throw new MalformedFrameException("a value of a method at " + link.where(), e);
            }
        }
        return batch;
    }
}
