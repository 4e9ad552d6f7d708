package io.taktstrom.s7;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.value.ValueCodec;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/** A snap7 server with a variable of each type, most of them in data block 1; one server for all tests of a class. */
final class Snap7Device implements DeviceUnderTest {

    private final Snap7Server server;
    private final String options;
    private final List<Variable> variables = new ArrayList<>();
    private final Variable counter = variable("%DB2:500:DINT");
    private final Path tagTable;
    private boolean stopped;

    /** @param options of the connection, as in a URI */
    Snap7Device(Snap7Server server, String options) throws IOException {
        this.server = server;
        this.options = options;
        int offset = 0;
        for (String type : List.of("BYTE", "SINT", "USINT", "CHAR")) {
            variables.add(variable("%DB1:" + offset++ + ":" + type));
        }
        for (String type : List.of("WORD", "INT", "UINT", "WCHAR", "DWORD", "DINT", "UDINT", "REAL", "TOD")) {
            variables.add(variable("%DB1:" + offset + ":" + type));
            offset += 4;
        }
        for (String type : List.of("LWORD", "LINT", "ULINT", "LREAL", "LTIME", "LTOD", "LDT")) {
            variables.add(variable("%DB1:" + offset + ":" + type));
            offset += 8;
        }
        variables.add(variable("%DB1.DBX100.0:BOOL"));
        variables.add(variable("%DB1.DBX100.7:BOOL"));
        variables.add(variable("%M3.5:BOOL"));
        variables.add(variable("%MD8:DINT"));
        variables.add(variable("%IW2:INT"));
        variables.add(variable("%QW2:UINT"));
        // Number 0 only: this server takes the number of a timer or counter for twice its position in bytes.
        variables.add(variable("%C0:COUNTER").withValues(0L, 999L, 7L));
        Duration tenSeconds = Duration.ofSeconds(10);
        variables.add(variable("%T0:TIMER").withValues(Duration.ZERO, tenSeconds, Duration.ofSeconds(9990)));
        variables.add(
                variable("%DB1:102:S5TIME").withValues(Duration.ofMillis(10), tenSeconds, Duration.ofSeconds(9990)));
        variables.add(variable("%DB1:104:TIME")
                .withValues(Duration.ofMillis(Integer.MIN_VALUE), Duration.ZERO, Duration.ofMillis(Integer.MAX_VALUE)));
        LocalDate first = LocalDate.of(1990, 1, 1);
        variables.add(variable("%DB1:108:DATE").withValues(first, LocalDate.of(2024, 2, 29), first.plusDays(65_535)));
        LocalDateTime leap = LocalDateTime.of(2024, 2, 29, 23, 59, 59);
        variables.add(variable("%DB1:112:DATE_AND_TIME")
                .withValues(first.atStartOfDay(), leap, LocalDateTime.of(2089, 12, 31, 23, 59, 59, 999_000_000)));
        variables.add(variable("%DB1:120:DTL").withValues(LocalDateTime.of(1970, 1, 1, 0, 0), leap.plusNanos(1)));
        variables.add(variable("%DB1:140:STRING(10)"));
        variables.add(variable("%DB1:200:STRING(254)"));
        variables.add(variable("%DB1:460:WSTRING(10)"));
        variables.add(variable("%DB1:1000:WSTRING(500)"));
        variables.add(variable("%DB1:500:INT[5]"));
        variables.add(variable("%DB1:520:REAL[-1..1,1..2]"));
        variables.add(variable("%DB1.DBX550.0:BOOL[11]"));
        variables.add(variable("%DB1:560:STRING(7)[3]"));
        variables.add(variable("%DB1:4000:DINT[1000]"));
        tagTable = tagTable();
    }

    /** Its address is in the form in which browsing gives it. */
    private static Variable variable(String text) {
        S7Address address = S7Address.parse(text);
        return Variable.of(address.text(), address.type().dataType());
    }

    private Path tagTable() throws IOException {
        Stream<Variable> all = Stream.concat(variables.stream(), Stream.of(counter));
        String tags = all.map(one -> "<Tag addr=\"" + one.address() + "\">Test." + one.address() + "</Tag>")
                .collect(Collectors.joining());
        Path file = Files.createTempFile("tags", ".xml");
        return Files.writeString(file, "<Tagtable name=\"all\">" + tags + "</Tagtable>");
    }

    @Override
    public ConnectorProvider provider() {
        return new S7Provider();
    }

    @Override
    public Endpoint endpoint() {
        return provider().descriptor().parse("s7://127.0.0.1:" + server.port() + options + "&symbols=" + tagTable);
    }

    @Override
    public Set<Capability> capabilities() {
        return provider().descriptor().capabilities();
    }

    @Override
    public List<Variable> variables() {
        return List.copyOf(variables);
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                ConnectorContract.READ_ONLY,
                "snap7's server protects no variable",
                ConnectorContract.FAILING,
                "snap7's server has no faults",
                ConnectorContract.WRITE_COUNT,
                "snap7's server counts no requests",
                "DATE",
                "a DATE of S7 goes on to 2168, which is an LDATE here",
                "DT",
                "a DATE_AND_TIME of S7 has milliseconds, which is an LDT here",
                "STRUCT",
                "no address of any dialect names a structure",
                "enumeration",
                "S7 has none");
    }

    @Override
    public boolean knowsTypes() {
        return false;
    }

    @Override
    public String unknownAddress() {
        return "DB9.DBD4:DINT";
    }

    @Override
    public List<DataPoint> wrongPoints() {
        return List.of(
                DataPoint.of("?!"),
                DataPoint.of("DBfoo"),
                DataPoint.of("DB1.DBX0.0").withType(ScalarType.REAL));
    }

    @Override
    public Variable counter() {
        return counter;
    }

    @Override
    public void set(String address, Object value) throws IOException {
        S7Address place = S7Address.parse(address);
        ValueCodec codec = new ValueCodec(place.type(), place.bit());
        SampleBatch batch = PlantPoints.one(codec.dataType()).newBatch();
        Values.put(batch, 0, value);
        ByteBuffer wire = ByteBuffer.wrap(bytes(place));
        int status = codec.encode(batch, 0, wire, 0);
        if (status != StatusCode.GOOD) {
            throw new IllegalArgumentException(address + " cannot hold " + value + ": " + StatusCode.name(status));
        }
        server.set(place.area().letter(), place.dbNumber(), offset(place), wire.array());
    }

    @Override
    public Object get(String address) throws IOException {
        S7Address place = S7Address.parse(address);
        ValueCodec codec = new ValueCodec(place.type(), place.bit());
        SampleBatch batch = PlantPoints.one(codec.dataType()).newBatch();
        codec.decode(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, ByteBuffer.wrap(bytes(place)), 0);
        return Values.get(batch, 0);
    }

    private byte[] bytes(S7Address place) throws IOException {
        return server.get(place.area().letter(), place.dbNumber(), offset(place), place.wireBytes());
    }

    private static int offset(S7Address place) {
        return place.area().isNumbered() ? 2 * place.offset() : place.offset();
    }

    @Override
    public void stop() throws IOException {
        server.stopListening();
        stopped = true;
    }

    @Override
    public void start() throws IOException {
        server.listenAgain();
        stopped = false;
    }

    /** Leaves the server as it was, for the next test. */
    @Override
    public void close() throws IOException {
        if (stopped) {
            start();
        }
        for (int offset = 0; offset < 8192; offset += 1024) {
            server.set("DB", 1, offset, new byte[1024]);
        }
        server.set("DB", 2, 0, new byte[512]);
        Files.delete(tagTable);
    }
}
