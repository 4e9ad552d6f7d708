package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.oktoflow.PlatformValue;
import io.taktstrom.opcua.OpcUaConnection;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MethodConnection;
import org.jspecify.annotations.Nullable;

/** A method of a device, by the name that a model has for it. */
record ModelMethod(DeviceMethod method) {

    /** Names in models say no namespaces; a server has a handful, its own behind those of the standards. */
    private static final int MAX_NAMESPACES = 16;

    /**
     * Finds a method.
     *
     * @param name path of its object and its own name, {@code Objects/Press/Start} or {@code MAIN.fbPress.Start}; or the node id
     *     of the object before a slash
     * @throws IOException when there is none; the message says what to write
     */
    static ModelMethod of(Connection session, String name) throws IOException {
        if (!(session instanceof MethodConnection device)) {
            throw new IOException(
                    "call " + name + ": this device has no methods; write the variable that it waits for");
        }
        boolean paths = session instanceof OpcUaConnection;
        int end = paths ? name.lastIndexOf('/') : Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'));
        if (end <= 0) {
            throw new IOException("call " + name + ": a method belongs to an object; write "
                    + (paths
                            ? "OBJECT/METHOD, for example Objects/Press/Start"
                            : "OBJECT.METHOD, for example MAIN.fbPress.Start"));
        }
        String object = name.substring(0, end);
        String method = name.substring(end + 1);
        return new ModelMethod(paths ? find(device, object, method) : device.method(object.replace('/', '.'), method));
    }

    private static DeviceMethod find(MethodConnection server, String object, String method) throws IOException {
        if (object.indexOf('=') >= 0 || object.indexOf(':') >= 0) {
            return server.method(object, method);
        }
        String path = object.replaceFirst("^/?Objects/", "");
        InvalidRequestException first = null;
        for (int namespace = 0; namespace < MAX_NAMESPACES; namespace++) {
            try {
                return server.method("/Objects/" + namespace + ":" + path.replace("/", "/" + namespace + ":"), method);
            } catch (InvalidRequestException e) {
                first = first == null ? e : first;
            }
        }
        throw new IOException(
                "call " + object + "/" + method + ": " + (first == null ? "not found" : first.getMessage()), first);
    }

    /**
     * Calls it once: when its answer is lost, it may have run.
     *
     * @param arguments in any form that the Java types of a model have
     * @return null for nothing, a value, or a list of more than one
     */
    @Nullable
    Object with(Object... arguments) throws IOException {
        if (arguments.length != method.inputs().size()) {
            throw new IOException("call: " + method.signature() + " takes "
                    + Counted.of(method.inputs().size(), "argument") + ", got " + arguments.length);
        }
        SampleBatch inputs = method.inputs().newBatch();
        for (int i = 0; i < arguments.length; i++) {
            try {
                Values.put(inputs, i, PlatformValue.toDevice(method.inputs().typeAt(i), arguments[i]));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IOException(
                        "call: " + method.inputs().points().get(i).name() + " of " + method.signature() + ": "
                                + e.getMessage(),
                        e);
            }
        }
        SampleBatch outputs = method.call(inputs);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            if (StatusCode.isBad(outputs.statusAt(i))) {
                throw new IOException("call: " + method.signature() + " gave "
                        + outputs.group().points().get(i).name() + " as " + StatusCode.name(outputs.statusAt(i)));
            }
            values.add(PlatformValue.ofDevice(outputs.group().typeAt(i), Values.get(outputs, i)));
        }
        return values.size() > 1 ? values : values.isEmpty() ? null : values.get(0);
    }
}
