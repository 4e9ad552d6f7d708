package io.taktstrom.opcua;

import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/** A server with a variable of each type that OPC UA has, as the contract sees it. One serves all tests. */
public abstract class UaDevice implements DeviceUnderTest {

    private static final StringType TEXT = new StringType(StringType.Encoding.UTF_8, 255);

    private static final StructType PART = new StructType(
            "Part",
            List.of(new StructType.Field("Id", ScalarType.UINT, 0), new StructType.Field("Weight", ScalarType.REAL, 2)),
            6);

    private static final StructType PRESS = new StructType(
            "Press",
            List.of(
                    new StructType.Field("Number", ScalarType.DINT, 0),
                    new StructType.Field("Ratio", ScalarType.LREAL, 4),
                    new StructType.Field("Name", TEXT, 12),
                    new StructType.Field("Row", ArrayType.of(ScalarType.INT, 3), 268),
                    new StructType.Field("Part", PART, 274)),
            280);

    private static final EnumType MODE = new EnumType(
            "Mode",
            ScalarType.DINT,
            List.of(
                    new EnumType.Member("Idle", 0),
                    new EnumType.Member("Running", 1),
                    new EnumType.Member("Broken", 2)));

    /** By the names of the variables, in every server. */
    private static final Map<String, DataType> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put("boolean", ScalarType.BOOL);
        TYPES.put("sbyte", ScalarType.SINT);
        TYPES.put("byte", ScalarType.USINT);
        TYPES.put("int16", ScalarType.INT);
        TYPES.put("uint16", ScalarType.UINT);
        TYPES.put("int32", ScalarType.DINT);
        TYPES.put("uint32", ScalarType.UDINT);
        TYPES.put("int64", ScalarType.LINT);
        TYPES.put("uint64", ScalarType.ULINT);
        TYPES.put("float", ScalarType.REAL);
        TYPES.put("double", ScalarType.LREAL);
        TYPES.put("string", TEXT);
        TYPES.put("datetime", ScalarType.LDT);
        TYPES.put("statuscode", ScalarType.DWORD);
        TYPES.put("row", ArrayType.of(ScalarType.DINT, 5));
        TYPES.put(
                "matrix",
                new ArrayType(ScalarType.LREAL, List.of(new ArrayType.Bound(0, 2), new ArrayType.Bound(0, 1))));
        TYPES.put("names", ArrayType.of(TEXT, 2));
        TYPES.put("press", PRESS);
        TYPES.put("presses", ArrayType.of(PART, 2));
        TYPES.put("mode", MODE);
        TYPES.put("counter", ScalarType.LINT);
        TYPES.put("serial", ScalarType.UDINT);
    }

    private final int finestNanos;

    /** @param finestNanos of a second, which the server keeps as they are */
    protected UaDevice(int finestNanos) {
        this.finestNanos = finestNanos;
    }

    /** Of the variable with this name. */
    protected abstract String address(String name);

    /** Of the variable at this address. */
    protected static String name(String address) {
        return address.substring(address.indexOf(";s=") + 3);
    }

    /** Of the variable at this address. */
    protected static DataType typeAt(String address) {
        return Objects.requireNonNull(TYPES.get(name(address)), address);
    }

    private Variable variable(String name) {
        String address = address(name);
        DataType type = typeAt(address);
        return switch (name) {
            case "datetime" ->
                new Variable(
                        address,
                        type,
                        List.of(
                                LocalDateTime.of(1970, 1, 1, 0, 0),
                                LocalDateTime.of(2024, 2, 29, 23, 59, 59, finestNanos)));
            case "statuscode" -> new Variable(address, type, List.of(0L, 0x8034_0000L));
            default -> Variable.of(address, type);
        };
    }

    @Override
    public final ConnectorProvider provider() {
        return new OpcUaProvider();
    }

    @Override
    public final int faultsAtOnce() {
        return 6;
    }

    @Override
    public final Set<Capability> capabilities() {
        return provider().descriptor().capabilities();
    }

    @Override
    public final List<Variable> variables() {
        return TYPES.keySet().stream()
                .filter(name -> !name.equals("counter") && !name.equals("serial"))
                .map(this::variable)
                .toList();
    }

    @Override
    public final Map<String, String> missing() {
        Map<String, String> missing = new LinkedHashMap<>();
        for (ScalarType type : List.of(
                ScalarType.BYTE,
                ScalarType.WORD,
                ScalarType.LWORD,
                ScalarType.CHAR,
                ScalarType.WCHAR,
                ScalarType.TIME,
                ScalarType.LTIME,
                ScalarType.DATE,
                ScalarType.LDATE,
                ScalarType.TOD,
                ScalarType.LTOD,
                ScalarType.DT)) {
            missing.put(type.text(), "OPC UA has no such built-in type");
        }
        missing.put("ARRAY OF BOOL", "the servers have no such variable");
        missing.put(ConnectorContract.WRITE_COUNT, "the servers count no requests");
        missing.put("WSTRING", "OPC UA has one type of string, in UTF-8");
        missing.put(
                ConnectorContract.NO_ALLOCATION,
                "Milo makes objects of each request and of each message; per value in a subscription none of ours");
        return missing;
    }

    @Override
    public final String unknownAddress() {
        return address("nowhere");
    }

    @Override
    public final Optional<String> readOnlyAddress() {
        return Optional.of(address("serial"));
    }

    @Override
    public final Optional<Variable> frail() {
        return Optional.of(variable("int32"));
    }

    @Override
    public final Variable counter() {
        return variable("counter");
    }
}
