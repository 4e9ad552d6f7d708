package io.taktstrom.s7.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.S7Provider;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.simulator.S7Counter;
import io.taktstrom.s7.simulator.S7Fault;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/** A simulated CPU with a variable of each type there is, in every area, always on the same port. */
class S7Device implements DeviceUnderTest {

    private static final S7Model MODEL = S7Model.parse("""
            limits: {pduBytes: 240, jobs: 3, items: 20}
            blocks:
              DB1: {bytes: 16384}
              DB2: {bytes: 512}
              DB3: {bytes: 16}
            """);

    private static final LocalDateTime LEAP = LocalDateTime.of(2024, 2, 29, 23, 59, 59);

    private final HeldPort port = new HeldPort();
    private final S7Simulator cpu;
    private final Endpoint endpoint;
    private final Path tagTable;
    private final Map<String, String> lacks;
    private final List<Variable> variables = new ArrayList<>();
    private final Variable frail = variable("DB3.DBW0:INT");
    private final Variable counter = variable("DB2.DBD500:DINT");

    S7Device() throws IOException {
        this("", address -> true, Map.of());
    }

    /**
     * @param options of the endpoint, beside those that the CPU wants
     * @param has which addresses the backend can carry
     * @param lacks what else is missing, with the reason
     */
    S7Device(String options, Predicate<String> has, Map<String, String> lacks) throws IOException {
        this.lacks = Map.copyOf(lacks);
        cpu = S7Simulator.builder().model(MODEL).bindPort(port.number()).start();
        numbers();
        times();
        for (String address : List.of(
                "DB1.DBB140:STRING(10)",
                "DB1.DBB200:STRING(254)",
                "DB1.DBB460:WSTRING(10)",
                "DB1.DBB1000:WSTRING(500)",
                "DB1.DBW500:INT[5]",
                "DB1.DBD520:REAL[-1..1,1..2]",
                "DB1.DBX550.0:BOOL[16]",
                "DB1.DBX554.3:BOOL[11]",
                "DB1.DBX558.0:BOOL[2,3]",
                "DB1.DBB560:STRING(7)[3]",
                "DB1.DBB600:LTIME[4]",
                "DB1.DBD4000:DINT[1000]")) {
            variables.add(variable(address));
        }
        variables.removeIf(variable -> !has.test(variable.address()));
        tagTable = tagTable();
        endpoint = provider().descriptor().parse(cpu.endpointUri() + "&symbols=" + tagTable + options);
    }

    private void numbers() {
        int offset = 0;
        for (String type : List.of("BYTE", "SINT", "USINT", "CHAR")) {
            variables.add(variable("%DB1:" + offset++ + ":" + type));
        }
        for (String type : List.of("WORD", "INT", "UINT", "WCHAR", "DWORD", "DINT", "UDINT", "REAL")) {
            variables.add(variable("%DB1:" + offset + ":" + type));
            offset += 4;
        }
        for (String type : List.of("LWORD", "LINT", "ULINT", "LREAL")) {
            variables.add(variable("%DB1:" + offset + ":" + type));
            offset += 8;
        }
        for (String address : List.of("DB1.DBX100.0", "DB1.DBX100.7", "M3.5", "MD8:DINT", "IW2:INT", "QW2:UINT")) {
            variables.add(variable(address));
        }
    }

    private void times() {
        for (String address : List.of("DB1.DBD700:TOD", "DB1.DBB704:LTIME", "DB1.DBB712:LTOD", "DB1.DBB720:LDT")) {
            variables.add(variable(address));
        }
        Duration tenSeconds = Duration.ofSeconds(10);
        Duration longest = Duration.ofSeconds(9990);
        variables.add(variable("C7").withValues(0L, 999L, 7L));
        variables.add(variable("T9").withValues(Duration.ZERO, tenSeconds, longest));
        variables.add(variable("DB1.DBW102:S5TIME").withValues(Duration.ofMillis(10), tenSeconds, longest));
        variables.add(variable("DB1.DBD104:TIME")
                .withValues(Duration.ofMillis(Integer.MIN_VALUE), Duration.ZERO, Duration.ofMillis(Integer.MAX_VALUE)));
        LocalDate first = LocalDate.of(1990, 1, 1);
        variables.add(variable("DB1.DBW108:DATE").withValues(first, LocalDate.of(2024, 2, 29), first.plusDays(65_535)));
        variables.add(variable("DB1.DBB112:DATE_AND_TIME")
                .withValues(first.atStartOfDay(), LEAP, LocalDateTime.of(2089, 12, 31, 23, 59, 59, 999_000_000)));
        variables.add(variable("DB1.DBB120:DTL").withValues(LocalDateTime.of(1970, 1, 1, 0, 0), LEAP.plusNanos(1)));
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
        return endpoint;
    }

    @Override
    public int faultsAtOnce() {
        return 6;
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
        Map<String, String> missing = new HashMap<>(lacks);
        missing.putAll(Map.of(
                "DATE",
                "a DATE of S7 goes on to 2168, which is an LDATE here",
                "DT",
                "a DATE_AND_TIME of S7 has milliseconds, which is an LDT here",
                ConnectorContract.READ_ONLY,
                "a CPU protects itself as a whole, and no variable by itself",
                "STRUCT",
                "no address of any dialect names a structure",
                "enumeration",
                "S7 has none"));
        return missing;
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
    public Optional<Variable> frail() {
        return Optional.of(frail);
    }

    @Override
    public void fail(boolean failing) {
        S7Fault gone = new S7Fault.RefuseBlock(3, ReturnCode.NOT_AVAILABLE);
        if (failing) {
            cpu.faults().add(gone);
        } else {
            cpu.faults().clear();
        }
    }

    @Override
    public long writeRequests() {
        return cpu.count(S7Counter.WRITES);
    }

    @Override
    public Variable counter() {
        return counter;
    }

    @Override
    public void set(String address, Object value) {
        cpu.set(address, value);
    }

    @Override
    public Object get(String address) {
        return cpu.get(address);
    }

    @Override
    public void stop() {
        cpu.powerOff();
    }

    @Override
    public void start() throws IOException {
        cpu.powerOn();
    }

    @Override
    public boolean isDeviceThread(Thread thread) {
        return thread.getName().startsWith("takt-simulator-s7-");
    }

    @Override
    public void close() throws IOException {
        cpu.close();
        port.close();
        Files.delete(tagTable);
    }
}
