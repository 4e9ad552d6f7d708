package io.taktstrom.ads.method;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.protocol.MethodEntry;
import io.taktstrom.ads.protocol.MethodEntry.Parameter;
import io.taktstrom.ads.symbol.Found;
import io.taktstrom.ads.symbol.Located;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.symbol.TypeCatalog;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.value.ArgumentGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;

/**
 * Finds methods of function blocks that may be called over ADS (InfoSys "Attribute 'TcRpcEnable'") in the device's tables.
 * Thread-safe.
 *
 * @param maxBytes the most that all inputs, or all outputs, of a method may take together
 */
public record AdsMethods(AdsBackend backend, Symbols symbols, EpochNanoClock clock, int maxBytes) {

    /** In a message. */
    private static final int MAX_NAMES = 30;

    /** See {@link io.taktstrom.spi.MethodConnection#method}. */
    public DeviceMethod find(String object, String method) throws ConnectorException {
        String what = "find the method " + object + "#" + method + " at " + symbols.where();
        Symbols.Tables tables = symbols.tables(what);
        TypeCatalog types = tables.catalog().types();
        Found found = tables.catalog().find(object);
        Located block = found.located();
        if (block == null) {
            String why = found.outOfBounds().isEmpty() ? "function block not found" : found.outOfBounds();
            throw new InvalidRequestException(what + ": " + why + "; check the name, or browse");
        }
        List<MethodEntry> methods = types.methods(block.typeName());
        MethodEntry entry = methods.stream()
                .filter(each -> each.name().equalsIgnoreCase(method) && isCallable(each))
                .findFirst()
                .orElseThrow(() -> new InvalidRequestException(what + ": not found; " + alternatives(methods)));
        List<Parameter> outputs = new ArrayList<>();
        if (entry.returnSize() != 0) {
            outputs.add(new Parameter(
                    entry.name(), entry.returnType(), entry.returnTypeId(), entry.returnSize(), 2, 0, List.of()));
        }
        outputs.addAll(entry.parameters());
        return new AdsMethod(
                this,
                object + "#" + entry.name(),
                tables.version(),
                arguments(what, entry.parameters(), Parameter.IN, types),
                arguments(what, outputs, Parameter.OUT, types));
    }

    private static boolean isCallable(MethodEntry method) {
        return (method.flags() & MethodEntry.NOT_CALLABLE) == 0;
    }

    private static String alternatives(List<MethodEntry> methods) {
        String others = methods.stream()
                .filter(AdsMethods::isCallable)
                .map(MethodEntry::name)
                .distinct()
                .limit(MAX_NAMES)
                .collect(Collectors.joining(", "));
        long malformed = methods.stream().filter(each -> each.name().isEmpty()).count();
        return (others.isEmpty() ? "a method needs {attribute 'TcRpcEnable'}" : "it has " + others)
                + (malformed == 0 ? "" : ", and " + malformed + " whose description is malformed");
    }

    private ArgumentGroup arguments(String what, List<Parameter> parameters, int direction, TypeCatalog types)
            throws InvalidRequestException {
        List<DataPoint> points = new ArrayList<>();
        List<DataType> found = new ArrayList<>();
        long bytes = 0;
        for (Parameter each : parameters) {
            if ((each.flags() & direction) == 0) {
                continue;
            }
            bytes += Integer.toUnsignedLong(each.size());
            DataType type = bytes > maxBytes || each.isIndirect()
                    ? null
                    : types.argument(each.typeName(), each.typeId(), each.size(), each.attributes());
            if (type == null) {
                throw new InvalidRequestException(what + ": " + each.name() + " of type " + each.typeName()
                        + " cannot be "
                        + (each.isIndirect()
                                ? "passed by reference; let the method take and give values"
                                : "an argument; all together may have " + maxBytes + " bytes (maxFrameBytes)"));
            }
            points.add(DataPoint.of(each.name().isBlank() ? "argument" + (points.size() + 1) : each.name()));
            found.add(type);
        }
        return new ArgumentGroup(
                points, found, found.stream().mapToInt(DataType::arenaBytes).sum());
    }
}
