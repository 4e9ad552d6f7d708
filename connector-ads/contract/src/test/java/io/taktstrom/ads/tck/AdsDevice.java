package io.taktstrom.ads.tck;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.AdsSimulatorBuilder;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.kit.trust.OwnCertificate;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;
import org.jspecify.annotations.Nullable;

/** A simulated PLC with a variable of each type there is, always at the same address. */
public final class AdsDevice implements DeviceUnderTest {

    /** More than the contract ever asks for at once. */
    private static final int NOTIFICATIONS = 10_000;

    private static final long POLL_NANOS = 20_000;

    private static final String READ_ONLY = "GVL.serial";
    private static final String FRAIL = "MAIN.my_int";
    private static final String COUNTER = "MAIN.counter";

    private static final AdsModel MODEL = AdsModel.parse("""
            taskCycle: 100us
            types:
              T_Celsius: {alias: REAL}
              E_State: {enum: INT, members: {Idle: 0, Running: 2, Fault: -1}}
              E_Mode: {enum: UDINT, members: {Off: 0, Manual: 1, Automatic: 4000000000}}
              ST_Pack1: {pack: 1, struct: {flag: BOOL, count: UDINT, small: SINT, value: LREAL}}
              ST_Pack2: {pack: 2, struct: {flag: BOOL, count: UDINT, small: SINT, value: LREAL}}
              ST_Pack4: {pack: 4, struct: {flag: BOOL, count: UDINT, small: SINT, value: LREAL}}
              ST_Pack8: {struct: {flag: BOOL, count: UDINT, small: SINT, value: LREAL}}
              ST_Drive:
                pack: 1
                struct:
                  enabled: BIT
                  moving: BIT
                  error: UINT
                  state: E_State
                  name: STRING(11)
                  currents: "ARRAY[1..3] OF REAL"
                  limits: ST_Pack1
              FB_Press:
                functionBlock: {count: DINT}
                methods:
                  Start:
                    inputs: {speed: LREAL, lot: STRING(20), limits: ST_Pack1, steps: "ARRAY[1..3] OF INT"}
                    inOuts: {state: E_State}
                    outputs: {limitsNow: ST_Pack1, lotNow: WSTRING(20)}
                    type: BOOL
                  Stop: {}
            symbols:
              MAIN.press: {type: FB_Press, writable: false}
              MAIN.my_bool: BOOL
              MAIN.my_byte: BYTE
              MAIN.my_word: WORD
              MAIN.my_dword: DWORD
              MAIN.my_lword: LWORD
              MAIN.my_sint: SINT
              MAIN.my_usint: USINT
              MAIN.my_int: INT
              MAIN.my_uint: UINT
              MAIN.my_dint: DINT
              MAIN.my_udint: UDINT
              MAIN.my_lint: LINT
              MAIN.my_ulint: ULINT
              MAIN.my_real: REAL
              MAIN.my_lreal: LREAL
              MAIN.my_char: CHAR
              MAIN.my_wchar: WCHAR
              MAIN.my_time: TIME
              MAIN.my_ltime: LTIME
              MAIN.my_date: DATE
              MAIN.my_ldate: LDATE
              MAIN.my_tod: TOD
              MAIN.my_ltod: LTOD
              MAIN.my_dt: DT
              MAIN.my_ldt: LDT
              MAIN.alias: T_Celsius
              MAIN.text: STRING(20)
              MAIN.longText: STRING(2000)
              MAIN.wideText: WSTRING(20)
              MAIN.row: "ARRAY[-2..2] OF INT"
              MAIN.flags: "ARRAY[0..18] OF BOOL"
              MAIN.matrix: "ARRAY[1..2, 0..2] OF LREAL"
              MAIN.cube: "ARRAY[0..1, 0..1] OF ARRAY[5..7] OF UINT"
              MAIN.names: "ARRAY[1..3] OF STRING(7)"
              MAIN.dints: "ARRAY[0..999] OF DINT"
              MAIN.state: E_State
              MAIN.mode: E_Mode
              MAIN.pack1: ST_Pack1
              MAIN.pack2: ST_Pack2
              MAIN.pack4: ST_Pack4
              MAIN.pack8: ST_Pack8
              MAIN.drive: ST_Drive
              MAIN.drives: "ARRAY[1..2] OF ST_Drive"
              IO.input: {type: UINT, at: "%I*"}
              IO.output: {type: DINT, at: "%Q*"}
              IO.flags: {type: DWORD, at: "%MB16"}
              MAIN.counter: DINT
              GVL.serial: {type: UDINT, value: 4711, writable: false}
            """);

    private final HeldPort port;
    private final boolean portIsFixed;
    private final Endpoint endpoint;
    private AdsSimulator plc;

    private final @Nullable Path pki;

    private AdsDevice(HeldPort port, boolean portIsFixed, @Nullable Path pki, Map<String, String> options)
            throws IOException {
        this.port = port;
        this.portIsFixed = portIsFixed;
        this.pki = pki;
        plc = listen();
        Endpoint plain = provider().descriptor().parse(plc.endpointUri());
        Map<String, String> all = new HashMap<>(plain.options());
        all.putAll(options);
        endpoint = provider().descriptor().endpoint(plain.host(), plain.port(), all);
    }

    /** For the backends that go to any port. */
    public static AdsDevice anywhere() throws IOException {
        return new AdsDevice(new HeldPort(), false, null, Map.of());
    }

    /** The same by Secure ADS, with the certificates in this folder: each side has the same one, and trusts it. */
    static AdsDevice secured(Path pki) throws IOException {
        new TrustStore(pki).put(OwnCertificate.load(pki).certificate(), TrustStore.Verdict.TRUSTED);
        return new AdsDevice(new HeldPort(), false, pki, Map.of(AdsOptions.PKI.name(), pki.toString()));
    }

    /**
     * For those that know one port only: at an address, and with a net id, of its own.
     *
     * @param options of the endpoint
     */
    public static AdsDevice atFixedPort(int port, Map<String, String> options) throws IOException {
        return new AdsDevice(HeldPort.atAnyAddress(port), true, null, options);
    }

    private AdsSimulator listen() throws IOException {
        InetAddress at = port.address().getAddress();
        byte[] host = at.getAddress();
        long bits = 1L << 40 | 1L << 32;
        for (int i = 0; i < host.length; i++) {
            bits |= (host[i] & 0xFFL) << (8 * i);
        }
        AdsSimulatorBuilder builder = AdsSimulator.builder()
                .model(MODEL)
                .netId(new AmsNetId(bits))
                .bindAddress(at)
                .bindPort(port.number())
                .notificationLimit(NOTIFICATIONS);
        return (pki == null ? builder : builder.selfSigned(pki)).start();
    }

    @Override
    public InetSocketAddress proxyAddress() throws IOException {
        if (!portIsFixed) {
            return DeviceUnderTest.super.proxyAddress();
        }
        try (HeldPort free = HeldPort.atAnyAddress(port.number())) {
            return free.address();
        }
    }

    /** A library that says nothing of a broken connection takes seconds for each. */
    @Override
    public int faultPlaces() {
        return portIsFixed ? 4 : DeviceUnderTest.super.faultPlaces();
    }

    /** Whether Beckhoff's library keeps what is broken apart is not for the contract to say. */
    @Override
    public int faultsAtOnce() {
        return portIsFixed ? 1 : 6;
    }

    @Override
    public ConnectorProvider provider() {
        return new AdsProvider();
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.values());
    }

    @Override
    public List<Variable> variables() {
        return MODEL.symbols().stream()
                .filter(Symbol::writable)
                .map(AdsDevice::variable)
                .toList();
    }

    private static Variable variable(Symbol symbol) {
        return Variable.of(symbol.name(), symbol.type().image());
    }

    @Override
    public String unknownAddress() {
        return "MAIN.nowhere";
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of(READ_ONLY);
    }

    @Override
    public Optional<Variable> frail() {
        return Optional.of(Variable.of(FRAIL, ScalarType.INT));
    }

    @Override
    public void fail(boolean failing) {
        if (failing) {
            plc.faults().add(new AdsFault.RefuseSymbol(FRAIL, AdsErrorCode.NOT_READY));
        } else {
            plc.faults().clear();
        }
    }

    /** A write of one symbol is a write, one of several a sum command. */
    @Override
    public long writeRequests() {
        return plc.requests(AdsCommand.WRITE) + plc.requests(AdsCommand.READ_WRITE);
    }

    @Override
    public Variable counter() {
        return MODEL.symbols().stream()
                .filter(symbol -> symbol.name().equals(COUNTER))
                .map(AdsDevice::variable)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void set(String address, Object value) {
        plc.set(address, value);
    }

    @Override
    public Object get(String address) {
        return plc.get(address);
    }

    /** A step per task cycle, which is as often as TwinCAT looks at a value. */
    @Override
    public void count(long from, long to) {
        for (long value = from; value <= to; value++) {
            plc.set(COUNTER, value);
            long cycle = plc.cycle();
            while (plc.cycle() == cycle) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    /** The one that runs now. */
    public AdsSimulator plc() {
        return plc;
    }

    @Override
    public void stop() {
        plc.close();
    }

    @Override
    public void start() throws IOException {
        plc = listen();
    }

    @Override
    public boolean isDeviceThread(Thread thread) {
        return thread.getName().startsWith("takt-simulator-ads-");
    }

    @Override
    public void close() throws IOException {
        plc.close();
        port.close();
    }
}
