package io.taktstrom.ads;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.ads.symbol.Tables;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.ScriptedServer.Wire;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Devices that describe methods wrongly, or answer calls wrongly, late or never. */
@Timeout(60)
class HostileMethodIT {

    private static final int METHODS = 0x800;
    private static final int HANDLE = 0x1234;
    private static final int IN = 1;
    private static final int OUT = 2;

    private final Map<String, byte[]> types = new LinkedHashMap<>();
    private final SmallPlc plc = new SmallPlc();
    private ScriptedPeer peer;
    private byte[] handle = Request.bytes(Request.little(4).putInt(HANDLE));
    /** What a call gives; null for no answer at all. */
    private byte @Nullable [] answer = new byte[4];

    private int version = 1;

    @BeforeEach
    void start() throws IOException {
        peer = new ScriptedPeer(this::serve);
        type("FB", METHODS, list(method("M", "DINT", 3, 4, parameter("x", "INT", 2, 2, IN))));
    }

    @AfterEach
    void stop() throws IOException {
        peer.close();
    }

    private void serve(Request request, Wire wire) throws IOException {
        byte[] given = answer;
        if (request.command() == 9 && request.group() == 0xF005 && given == null) {
            return;
        }
        Tables tables = new Tables().symbol("MAIN.fb", "FB", 65, 0, 8);
        types.values().forEach(tables::type);
        wire.send(
                switch (request.command() * 0x10000 + request.group()) {
                    case 0x9F003 -> request.value(handle);
                    case 0x9F005 -> request.value(Objects.requireNonNull(given));
                    case 0x3F006 -> request.result(0);
                    case 0x2F008 -> request.value(new byte[] {(byte) version});
                    default ->
                        request.command() == 2
                                ? SmallPlc.read(request, tables.symbols(), tables.types(), () -> new byte[0])
                                : plc.answer(request);
                });
    }

    private void type(String name, int flags, byte[] tail) {
        types.put(name, Tables.entry(name, "", 65, 8, 0, 1 | flags, new int[0][], new byte[0][], tail));
    }

    private static byte[] list(byte[]... methods) {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        list.write(methods.length);
        list.write(0);
        Arrays.stream(methods).forEach(list::writeBytes);
        return list.toByteArray();
    }

    private static byte[] method(String name, String type, int typeId, int size, byte[]... parameters) {
        int bytes = 56 + name.length() + type.length() + 3;
        bytes += Arrays.stream(parameters)
                .mapToInt(parameter -> parameter.length)
                .sum();
        ByteBuffer entry = Request.little(bytes);
        entry.putInt(bytes)
                .putInt(1)
                .putInt(3)
                .putInt(size)
                .putInt(size)
                .putInt(0)
                .putLong(0)
                .putLong(0);
        entry.putInt(typeId).putInt(1).putShort((short) name.length()).putShort((short) type.length());
        entry.putShort((short) 0).putShort((short) parameters.length);
        texts(entry, name, type);
        Arrays.stream(parameters).forEach(entry::put);
        return Request.bytes(entry);
    }

    private static byte[] parameter(String name, String type, int typeId, int size, int flags) {
        ByteBuffer entry = Request.little(48 + name.length() + type.length() + 3);
        entry.putInt(entry.capacity())
                .putInt(size)
                .putInt(size)
                .putInt(typeId)
                .putInt(flags)
                .putInt(0);
        entry.putLong(0).putLong(0).putShort((short) 0).putShort((short) name.length());
        entry.putShort((short) type.length()).putShort((short) 0);
        texts(entry, name, type);
        return Request.bytes(entry);
    }

    private static void texts(ByteBuffer entry, String name, String type) {
        entry.put(name.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
        entry.put(type.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0).put((byte) 0);
    }

    private static SampleBatch one(DeviceMethod method, int value) {
        SampleBatch inputs = method.inputs().newBatch();
        Values.put(inputs, 0, value);
        return inputs;
    }

    private long releases() {
        return peer.requests(3).stream()
                .filter(request -> request.group() == 0xF006)
                .count();
    }

    @Test
    void aMethodIsOneReadWriteToItsHandleWhichIsReleased() throws Exception {
        answer = Request.bytes(Request.little(4).putInt(42));
        try (AdsConnection connection = peer.connect("")) {
            DeviceMethod method = connection.method("MAIN.fb", "m");
            assertThat(Values.get(method.call(one(method, -2)), 0)).isEqualTo(42L);
            assertThat(peer.requests(9).stream().filter(request -> request.group() == 0xF003))
                    .singleElement()
                    .satisfies(request -> assertThat(request.writtenText()).isEqualTo("MAIN.fb#M\0"));
            assertThat(peer.requests(9).stream().filter(request -> request.group() == 0xF005))
                    .singleElement()
                    .satisfies(request -> {
                        assertThat(request.offset()).isEqualTo(HANDLE);
                        assertThat(request.length()).isEqualTo(4);
                        assertThat(request.writtenText()).isEqualTo("\u00FE\u00FF");
                    });
            assertThat(releases()).isOne();
        }
    }

    @Test
    void anAnswerThatIsTooShortIsMalformedAndTheHandleIsReleased() throws Exception {
        for (int bytes = 0; bytes < 4; bytes++) {
            answer = new byte[bytes];
            int got = bytes;
            try (AdsConnection connection = peer.connect("")) {
                DeviceMethod method = connection.method("MAIN.fb", "M");
                assertThatExceptionOfType(MalformedFrameException.class)
                        .isThrownBy(() -> method.call(one(method, 1)))
                        .withMessageContaining(
                                "call MAIN.fb#M at 5.1.2.3.1.1:851: the answer has only " + got + " bytes of 4");
            }
        }
        assertThat(releases()).isEqualTo(4);
    }

    @Test
    void aHandleThatIsTooShortIsMalformedAndNothingIsCalled() throws Exception {
        handle = new byte[3];
        try (AdsConnection connection = peer.connect("")) {
            DeviceMethod method = connection.method("MAIN.fb", "M");
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> method.call(one(method, 1)))
                    .withMessageContaining("call MAIN.fb#M at 5.1.2.3.1.1:851: the answer has only 3 bytes of 4");
        }
        assertThat(peer.requests(9)).noneMatch(request -> request.group() == 0xF005);
    }

    @Test
    void aMethodThatNeverReturnsIsATimeoutThatSaysWhatIsUnknown() throws Exception {
        answer = null;
        try (AdsConnection connection = peer.connect("requestTimeout=200ms")) {
            DeviceMethod method = connection.method("MAIN.fb", "M");
            assertThatExceptionOfType(RequestTimeoutException.class)
                    .isThrownBy(() -> method.call(one(method, 1)))
                    .withMessageContaining("call MAIN.fb#M at")
                    .withMessageContaining("it is unknown whether the method ran");
        }
        assertThat(peer.requests(9).stream().filter(request -> request.group() == 0xF005))
                .as("called once")
                .hasSize(1);
    }

    @Test
    void aProgramThatChangedSinceTheMethodWasFoundIsNotCalled() throws Exception {
        try (AdsConnection connection = peer.connect("")) {
            DeviceMethod method = connection.method("MAIN.fb", "M");
            version = 2;
            assertThatExceptionOfType(DeviceErrorException.class)
                    .isThrownBy(() -> method.call(one(method, 1)))
                    .withMessageContaining("the PLC program has changed since the method was found; find it again");
            assertThat(peer.requests(9)).noneMatch(request -> request.group() == 0xF005);
            assertThat(releases()).isOne();
            DeviceMethod again = connection.method("MAIN.fb", "M");
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> again.call(one(method, 1)))
                    .withMessageContaining("put one sample for each into a batch of its inputs");
            assertThat(again.call(one(again, 1)).size()).isOne();
        }
    }

    @Test
    void whatCannotBeAnArgumentIsRefusedWithItsName() throws Exception {
        types.clear();
        type(
                "FB",
                METHODS,
                list(
                        method("Reference", "", 0, 0, parameter("x", "POINTER TO INT", 2, 8, IN | 4)),
                        method("Large", "", 0, 0, parameter("x", "BLOB", 65, 1 << 30, IN)),
                        method("Larger", "", 0, 0, parameter("x", "BLOB", 65, -1, OUT)),
                        method("Two", "BLOB", 65, 60_000, parameter("x", "BLOB", 65, 60_000, OUT)),
                        method("Nothing", "", 0, 0, parameter("x", "BLOB", 65, 0, IN))));
        try (AdsConnection connection = peer.connect("")) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connection.method("MAIN.fb", "Reference"))
                    .withMessageContaining(
                            "find the method MAIN.fb#Reference at 5.1.2.3.1.1:851: x of type POINTER TO INT")
                    .withMessageContaining("cannot be passed by reference");
            for (String each : new String[] {"Large", "Larger", "Two", "Nothing"}) {
                assertThatExceptionOfType(InvalidRequestException.class)
                        .isThrownBy(() -> connection.method("MAIN.fb", each))
                        .withMessageContaining("find the method MAIN.fb#" + each)
                        .withMessageContaining("x of type BLOB cannot be an argument")
                        .withMessageContaining("(maxFrameBytes)");
            }
        }
    }

    @Test
    void methodsOfTheBlockThatItExtendsAreFoundAndACircleEnds() throws Exception {
        types.put("FB", Tables.entry("FB", "FB_Base", 65, 8, 0, 1));
        type("FB_Base", METHODS, list(method("M", "DINT", 3, 4)));
        try (AdsConnection connection = peer.connect("")) {
            assertThat(connection.method("MAIN.fb", "M").signature()).isEqualTo("MAIN.fb#M() -> (M: DINT)");
        }
        types.put("FB_Base", Tables.entry("FB_Base", "FB", 65, 8, 0, 1));
        try (AdsConnection connection = peer.connect("")) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connection.method("MAIN.fb", "M"))
                    .withMessageContaining("find the method MAIN.fb#M at 5.1.2.3.1.1:851: not found")
                    .withMessageContaining("TcRpcEnable");
        }
    }

    @Test
    void aTableThatIsCutAnywhereIsAClearErrorOrHasTheMethodStill() throws Exception {
        byte[] whole = Objects.requireNonNull(types.get("FB"));
        for (int cut = 1; cut < whole.length; cut++) {
            for (boolean fitted : new boolean[] {false, true}) {
                byte[] bytes = Arrays.copyOf(whole, cut);
                if (fitted && cut >= 4) {
                    Request.little(bytes).putInt(0, cut);
                }
                types.put("FB", bytes);
                try (AdsConnection connection = peer.connect("")) {
                    assertThatExceptionOfType(ConnectorException.class)
                            .as("cut at %d", cut)
                            .isThrownBy(() -> connection.method("MAIN.fb", "M"))
                            .withMessageContaining("find the method MAIN.fb#M at 5.1.2.3.1.1:851")
                            .withMessageMatching(".*(no symbol table|description is malformed).*");
                }
            }
        }
    }

    @Test
    void aMalformedMethodFailsItsOwnCallsAlone() throws Exception {
        byte[] odd = method("Odd", "DINT", 3, 4, parameter("x", "INT", 2, 2, IN));
        Request.little(odd).putShort(54, (short) 9);
        type(
                "FB",
                METHODS,
                list(odd, method("M", "DINT", 3, 4), method("", "DINT", 3, 4, parameter("", "INT", 2, 2, IN))));
        try (AdsConnection connection = peer.connect("")) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connection.method("MAIN.fb", "Odd"))
                    .withMessageContaining("not found; it has M, ")
                    .withMessageContaining("whose description is malformed");
            assertThat(connection.method("MAIN.fb", "M").signature()).isEqualTo("MAIN.fb#M() -> (M: DINT)");
            assertThat(connection.method("MAIN.fb", "").signature())
                    .isEqualTo("MAIN.fb#(argument1: INT) -> (argument1: DINT)");
        }
    }

    @Test
    void anUnknownObjectSaysSo() throws Exception {
        try (AdsConnection connection = peer.connect("")) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> connection.method("MAIN.gone", "M"))
                    .withMessageContaining("find the method MAIN.gone#M at 5.1.2.3.1.1:851: function block not found");
        }
    }
}
