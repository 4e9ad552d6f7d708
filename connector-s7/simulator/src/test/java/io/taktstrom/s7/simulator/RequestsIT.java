package io.taktstrom.s7.simulator;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.testkit.HeldPort;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Limits, rights and faults, seen from a socket. */
@Timeout(120)
class RequestsIT {

    private static final S7Model MODEL = S7Model.parse("""
            limits: {pduBytes: 240, jobs: 2, items: 5, connections: 2}
            blocks: {DB1: {bytes: 64}}
            points: {first: {address: DB1.DBB0, value: 17}}
            """);

    @AutoClose
    private S7Simulator cpu;

    @BeforeEach
    void start() throws IOException {
        cpu = S7Simulator.builder().model(MODEL).start();
    }

    @Test
    void noMoreIsGrantedThanTheCpuHas() throws IOException {
        try (RawClient client = new RawClient(cpu)) {
            assertThat(client.connect(0x0101)).isEqualTo(CotpHeader.CONNECT_CONFIRM);
            ByteBuffer granted = client.setup(8, 960);
            assertThat(SetupCommunication.jobs(granted, 0)).isEqualTo(2);
            assertThat(SetupCommunication.pduBytes(granted, 0)).isEqualTo(240);
            granted = client.setup(1, 128);
            assertThat(SetupCommunication.jobs(granted, 0)).isEqualTo(1);
            assertThat(SetupCommunication.pduBytes(granted, 0)).isEqualTo(128);
        }
    }

    /** Capture s7-300-connect-setup-read-write: the frames of a real client, byte by byte in pieces. */
    @Test
    void framesMayComeInAnyPieces() throws IOException {
        try (RawClient client = new RawClient(cpu)) {
            byte[] connect = HexFormat.of().parseHex("0300001611e00000000100c1020100c2020101c0010a");
            for (byte each : connect) {
                client.send(new byte[] {each});
            }
            assertThat(client.frame().get(5) & 0xFF).isEqualTo(CotpHeader.CONNECT_CONFIRM);
            // An empty piece, the set-up in two pieces.
            client.send("0300000702f000");
            client.send("0300000f02f000" + "3201000000010008");
            client.send("0300001102f080" + "0000f0000001000100f0");
            assertThat(SetupCommunication.pduBytes(client.pdu(), 0)).isEqualTo(240);
        }
    }

    @Test
    void requestsLargerThanAgreedAreRefused() throws IOException {
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            assertThat(RawClient.error(client.read(1, 5))).isZero();
            assertThat(RawClient.error(client.read(2, 6))).isEqualTo(S7ErrorCode.WRONG_PDU_SIZE);
            assertThat(RawClient.error(client.read(3, 20))).isEqualTo(S7ErrorCode.WRONG_PDU_SIZE);
        }
    }

    @Test
    void requestsAboveTheGrantedJobsAreDropped() throws IOException {
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            int bytes = 0;
            for (int reference = 1; reference <= 5; reference++) {
                bytes += client.writeRead(bytes, reference, 1);
            }
            client.send(bytes);
            assertThat(S7Header.reference(client.pdu(), 0)).isEqualTo(1);
            assertThat(S7Header.reference(client.pdu(), 0)).isEqualTo(2);
            assertThat(S7Header.reference(client.read(77, 1), 0)).isEqualTo(77);
        }
        assertThat(cpu.count(S7Counter.DROPPED_JOBS)).isEqualTo(3);
        assertThat(cpu.count(S7Counter.MOST_JOBS)).isEqualTo(5);
    }

    /** Real CPUs: reference 0, and no parameters. */
    @Test
    void withoutPutAndGetNothingIsReadOrWritten() throws IOException {
        cpu.setAccess(new CpuAccess(false, CpuAccess.Protection.NONE, ""));
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            byte[] refusal = new byte[12];
            client.read(5, 1).get(refusal);
            assertThat(HexFormat.of().formatHex(refusal)).isEqualTo("320200000000000000008104");
            assertThat(RawClient.error(client.write(1))).isEqualTo(S7ErrorCode.FUNCTION_NOT_SUPPORTED);
        }
        assertThat(cpu.get("first")).isEqualTo(17L);
    }

    @Test
    void whatIsProtectedNeedsThePassword() throws IOException {
        cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.WRITE, "secret"));
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            assertThat(RawClient.error(client.read(1, 1))).isZero();
            assertThat(RawClient.error(client.write(3))).isEqualTo(S7ErrorCode.NO_PERMISSION);
            cpu.setAccess(new CpuAccess(true, CpuAccess.Protection.READ_AND_WRITE, "secret"));
            assertThat(RawClient.error(client.read(1, 1))).isEqualTo(S7ErrorCode.NO_PERMISSION);
            client.send("0300002502f080" + "3207000000030008000c" + "000112041145" + "0100" + "ff090008"
                    + hidden("secret  "));
            ByteBuffer answer = client.pdu();
            assertThat(Short.toUnsignedInt(answer.getShort(S7Header.REQUEST_BYTES + 10)))
                    .isZero();
            assertThat(RawClient.error(client.write(3))).isZero();
        }
        assertThat(cpu.get("first")).isEqualTo(3L);
    }

    /** What Wireshark calls "legitimization not possible because password does not exist". */
    @Test
    void aPasswordWhereThereIsNoneIsRefusedAsSuch() throws IOException {
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            client.send("0300002502f080" + "3207000000030008000c" + "000112041145" + "0100" + "ff090008"
                    + hidden("secret  "));
            assertThat(Short.toUnsignedInt(client.pdu().getShort(S7Header.REQUEST_BYTES + 10)))
                    .isEqualTo(0xD605);
            client.send("0300001d02f080" + "32070000000400080004" + "000112041145" + "0200" + "0a000000");
            assertThat(Short.toUnsignedInt(client.pdu().getShort(S7Header.REQUEST_BYTES + 10)))
                    .isEqualTo(0xD604);
        }
    }

    /** Requests and answers of capture s7-connect-szl-blocks-download, frames 18, 19, 30 and 31, but for the counts. */
    @Test
    void theOrganizationBlockThatIsCountedIsListedToo() throws IOException {
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            client.send("0300001d02f0803207000007000008000400011204114301000a000000");
            assertThat(hex(client.pdu())).contains("303800013045000030430000304100013042000030440000");
            client.send("0300001f02f080320700000b00000800060001120411430200ff0900023038");
            assertThat(hex(client.pdu())).endsWith("ff09000400012203");
            client.send("0300002502f080320700000c000008000c0001120411430300ff0900083038303030303141");
            assertThat(hex(client.pdu())).contains("ff09004e3038");
            client.send("0300002502f080320700000c000008000c0001120411430300ff0900083038303030303241");
            assertThat(hex(client.pdu())).endsWith("d2090a000000");
        }
    }

    private static String hex(ByteBuffer pdu) {
        byte[] bytes = new byte[pdu.limit()];
        pdu.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Capture s7-300-cpu315-everything, frames 57, 59, 61 and 63: stop, two services without effect, start. */
    @Test
    void onlyTheProgramIsStoppedAndStarted() throws IOException {
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            client.send("0300001d02f080320100001c00000c000029000000000005" + "5f47415242");
            assertThat(RawClient.error(client.pdu())).isEqualTo(S7ErrorCode.FUNCTION_NOT_SUPPORTED);
            client.send("0300001802f080320100001c0000070000" + "29000000000000");
            assertThat(RawClient.error(client.pdu())).isEqualTo(S7ErrorCode.FUNCTION_NOT_SUPPORTED);
            assertThat(cpu.isRunning()).isTrue();
            client.send("0300002102f080320100001c000010000029000000000009505f50524f4752414d");
            assertThat(hex(client.pdu())).isEqualTo("320300001c0000010000000029");
            assertThat(cpu.isRunning()).isFalse();
            client.send("0300002302f080320100001d000012000028000000000000fd00024550055f4d4f4455");
            assertThat(hex(client.pdu())).isEqualTo("320300001d0000010000000028");
            client.send("0300002102f080320100001e000010000028000000000000fd0000055f47415242");
            assertThat(hex(client.pdu())).isEqualTo("320300001e0000010000000028");
            client.send("0300002102f080320100001e000010000028000000000000fd0000055f494e5345");
            assertThat(RawClient.error(client.pdu())).isEqualTo(S7ErrorCode.FUNCTION_NOT_SUPPORTED);
            assertThat(cpu.isRunning()).isFalse();
            client.send("0300002702f080320100001f000016000028000000000000fd0002432009505f50524f4752414d");
            assertThat(hex(client.pdu())).isEqualTo("320300001f0000010000000028");
            assertThat(cpu.isRunning()).isTrue();
        }
    }

    /** Each byte is hidden by 0x55 and the hidden one two places before it. */
    private static String hidden(String password) {
        byte[] hidden = password.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < hidden.length; i++) {
            hidden[i] ^= (byte) (0x55 ^ (i < 2 ? 0 : hidden[i - 2]));
        }
        return HexFormat.of().formatHex(hidden);
    }

    @Test
    void connectionsAboveTheCpusAndWrongSlotsAreRefused() throws IOException {
        try (RawClient first = RawClient.ready(cpu, 1, 240);
                RawClient second = RawClient.ready(cpu, 1, 240);
                RawClient third = new RawClient(cpu);
                RawClient wrong = new RawClient(cpu)) {
            assertThat(third.connect(0x0101)).isEqualTo(CotpHeader.DISCONNECT_REQUEST);
            assertThat(third.isClosed()).isTrue();
            assertThat(wrong.connect(0x0102)).isEqualTo(CotpHeader.DISCONNECT_REQUEST);
            assertThat(RawClient.error(first.read(1, 1))).isZero();
            assertThat(RawClient.error(second.read(1, 1))).isZero();
        }
        assertThat(cpu.count(S7Counter.REFUSED_CONNECTIONS)).isEqualTo(2);
        await().until(() -> cpu.openConnections() == 0);
        try (RawClient again = RawClient.ready(cpu, 1, 240)) {
            assertThat(RawClient.error(again.read(1, 1))).isZero();
        }
    }

    @Test
    void faultsHappenToTheRequestsTheyAreFor() throws IOException {
        FaultScope reads = FaultScope.ofCommand(S7Function.READ_VAR).times(1);
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            cpu.faults().add(new DeviceFault.Refuse(reads, 0x8304));
            assertThat(RawClient.error(client.read(1, 1))).isEqualTo(0x8304);
            assertThat(RawClient.error(client.read(2, 1))).isZero();

            cpu.faults().add(new S7Fault.WrongReference(reads));
            assertThat(S7Header.reference(client.read(3, 1), 0)).isEqualTo(0xFFFF ^ 3);

            cpu.faults().add(new S7Fault.AnswerTwice(reads));
            assertThat(S7Header.reference(client.read(4, 1), 0)).isEqualTo(4);
            assertThat(S7Header.reference(client.pdu(), 0)).isEqualTo(4);

            cpu.faults().add(new DeviceFault.Ignore(reads));
            client.send(client.writeRead(0, 5, 1));
            assertThat(S7Header.reference(client.read(6, 1), 0)).isEqualTo(6);

            cpu.faults().add(new DeviceFault.Delay(reads, Duration.ofMillis(50)));
            long before = System.nanoTime();
            client.read(7, 1);
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(50_000_000);

            DeviceFault refuse = new S7Fault.RefuseBlock(1, ReturnCode.HARDWARE_ERROR);
            cpu.faults().add(refuse);
            assertThat(DataItem.code(client.read(8, 1), ReadVar.firstItem(0))).isEqualTo(ReturnCode.HARDWARE_ERROR);
            cpu.faults().remove(refuse);
            assertThat(DataItem.code(client.read(9, 1), ReadVar.firstItem(0))).isEqualTo(ReturnCode.OK);

            cpu.faults().add(new DeviceFault.HalfAnswer(reads));
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.read(10, 1));
        }
        cpu.faults().clear();
        cpu.faults().add(new DeviceFault.Hangup(reads));
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> client.read(1, 1));
        }
        cpu.faults().clear();
        cpu.faults().add(new DeviceFault.Garbage(reads, "0300000702f080"));
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            client.send(client.writeRead(0, 1, 1));
            assertThat(client.frame().limit()).isEqualTo(7);
        }
    }

    @Test
    void aCpuThatWasAwayIsBackAtTheSamePort() throws IOException {
        try (HeldPort port = new HeldPort()) {
            cpu.close();
            cpu = S7Simulator.builder().model(MODEL).bindPort(port.number()).start();
            cpu.set("first", 5);
            try (RawClient client = RawClient.ready(cpu, 1, 240)) {
                cpu.powerOff();
                cpu.powerOff();
                assertThat(client.isClosed()).isTrue();
            }
            cpu.powerOn();
            cpu.setLimits(new CpuLimits(128, 1, 5, 2));
            try (RawClient client = new RawClient(cpu)) {
                client.connect(0x0101);
                assertThat(SetupCommunication.pduBytes(client.setup(8, 960), 0)).isEqualTo(128);
            }
            assertThat(cpu.get("first")).isEqualTo(5L);
            cpu.restart();
            assertThat(cpu.get("first")).isEqualTo(17L);
        }
    }

    @Test
    void whateverAClientSendsTheNextOneIsServed() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Throwable> crashes = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, crash) -> crashes.add(crash));
        for (String hex : List.of(
                "00",
                "0300000402",
                "03000007ffe000",
                "0300ffff02f080",
                "47455420",
                "0300000702f080",
                "0300001902f08032010000000500080000f0000008000803c0")) {
            try (RawClient client = new RawClient(cpu)) {
                client.send(hex);
            }
        }
        for (int i = 0; i < 300; i++) {
            try (RawClient client = RawClient.ready(cpu, 2, 240)) {
                int bytes = client.writeRead(0, 1, 1 + random.nextInt(5));
                client.damage(random, bytes);
                client.send(bytes);
            } catch (IOException e) {
                // The connections before may still be open: then this one is refused.
                await().until(() -> cpu.openConnections() == 0);
            }
        }
        await().until(() -> cpu.openConnections() == 0);
        try (RawClient client = RawClient.ready(cpu, 2, 240)) {
            assertThat(RawClient.error(client.read(1, 1))).as("seed %d", seed).isZero();
        }
        Thread.setDefaultUncaughtExceptionHandler(before);
        assertThat(crashes).as("seed %d", seed).isEmpty();
    }
}
