package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whatever a client sends, it gets an error or a closed connection, and others do not notice. */
class HostileInputIT {

    private static final int MAX_FRAME = 65_536;

    @AutoClose
    private AdsSimulator plc;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder()
                .model(AdsModel.demo())
                .maxFrameBytes(MAX_FRAME)
                .start();
    }

    private void assertCloses(byte[] bytes) throws IOException {
        try (RawClient client = new RawClient(plc)) {
            client.sendRaw(bytes);
            assertThat(client.isClosed()).isTrue();
        }
    }

    private byte[] frame() throws IOException {
        try (RawClient client = new RawClient(plc)) {
            return client.frame(2, RawClient.ints(0x4020, 0, 4));
        }
    }

    private static byte[] with(byte[] frame, int at, int value) {
        byte[] changed = frame.clone();
        changed[at] = (byte) value;
        return changed;
    }

    @Test
    void aFrameThatIsNoAmsEndsTheConnection() throws IOException {
        byte[] good = frame();

        assertCloses("GET / HTTP/1.1\r\nHost: plc\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertCloses(with(good, 0, 1 << 4));
        assertCloses(with(good, 2, 31));
        assertCloses(with(good, 4, 2));
        assertCloses(with(good, 5, 0x80));
        assertCloses(with(good, 26, 13));
        assertThat(plc.count(AdsCounter.PROTOCOL_ERRORS)).isEqualTo(6);
    }

    @Test
    void theLargestFrameIsTakenAndALargerOneIsNot() throws IOException {
        try (RawClient client = new RawClient(plc)) {
            byte[] most = new byte[MAX_FRAME - 38 - 12];
            assertThat(client.write(0x4020, 0, most).result()).isZero();
            byte[] head = frame();
            System.arraycopy(RawClient.ints(MAX_FRAME - 6 + 1), 0, head, 2, 4);
            client.sendRaw(head);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void anAnswerIsNoRequest() throws IOException {
        try (RawClient client = new RawClient(plc)) {
            client.sendRaw(with(frame(), 24, 5));
            assertThat(client.read(0x4020, 0, 4).result()).isZero();
        }
    }

    @Test
    void hugeLengthsCostNothing() throws IOException {
        try (RawClient client = new RawClient(plc)) {
            assertThat(client.read(0x4020, 0, -1).result()).isEqualTo(0x703);
            assertThat(client.read(0x4020, 0, 1 << 20).result()).isEqualTo(0x703);
            RawClient.assertResult(0x710, client.readWrite(0xF003, 0, -1, new byte[60_000]));
            assertThat(client.ask(5, RawClient.ints(5, -1)).result()).isEqualTo(0x705);
            assertThat(client.ask(6, RawClient.notificationRequest(0x4020, 0, -1, 3, -1, -1))
                            .result())
                    .isNotZero();
            assertThat(client.addNotification(0x4020, 0, 4, 3, -1, -1).result()).isZero();
        }
    }

    @Test
    void handlesAreLimited() throws IOException {
        byte[] name = RawClient.zeroTerminated("MAIN.nCycle");
        int perRequest = 1000;
        byte[] items = new byte[0];
        byte[] names = new byte[0];
        for (int i = 0; i < perRequest; i++) {
            items = RawClient.concat(items, RawClient.ints(0xF003, 0, 4, name.length));
            names = RawClient.concat(names, name);
        }
        try (RawClient client = new RawClient(plc)) {
            int refused = 0;
            for (int i = 0; i <= 100 && refused == 0; i++) {
                var answer = client.readWrite(0xF082, perRequest, 12 * perRequest, RawClient.concat(items, names))
                        .bytes();
                refused = answer.getInt(8 * (perRequest - 1));
            }
            assertThat(refused).isEqualTo(0x716);
        }
    }

    @Test
    void connectionsAreLimited() throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 256; i++) {
                RawClient busy = new RawClient(plc);
                clients.add(busy);
                assertThat(busy.read(0x4020, 0, 4).result()).isZero();
            }
            await().untilAsserted(() -> assertThat(plc.openConnections()).isEqualTo(256));
            try (RawClient refused = new RawClient(plc)) {
                assertThat(refused.isClosed()).isTrue();
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aClientThatReadsNothingLosesSamplesAndOthersDoNot() throws IOException {
        try (RawClient lazy = new RawClient(plc);
                RawClient busy = new RawClient(plc)) {
            int handle = lazy.handle("Press.aForceProfile");
            for (int i = 0; i < 500; i++) {
                assertThat(lazy.addNotification(0xF005, handle, 64, 3, 0, 0).result())
                        .isZero();
            }
            assertThat(busy.addNotification(0xF005, busy.handle("MAIN.nCycle"), 4, 3, 0, 0)
                            .result())
                    .isZero();
            long last = busy.samples(1).get(0).bytes().getInt(0);

            while (plc.count(AdsCounter.SAMPLES_DROPPED) == 0) {
                for (RawClient.Sample sample : busy.samples(1)) {
                    assertThat(sample.bytes().getInt(0)).isEqualTo((int) ++last);
                }
            }
        }
    }

    @Test
    void randomBytesDoNoHarm() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            if (random.nextBoolean()) {
                byte[] head = frame();
                System.arraycopy(noise, 0, head, 38, Math.min(12, noise.length));
                head[22] = (byte) random.nextInt(12);
                noise = head;
            }
            try (RawClient client = new RawClient(plc)) {
                client.sendRaw(noise);
            }
        }
        assertStillAnswers(seed);
    }

    @Test
    void requestsWithRandomContentsAreAnswered() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String hex = "4020 4021 4040 4041 F003 F004 F005 F006 F007 F008 F009 F00B F00C F00E F00F F011 F020 F021 F030"
                + " F080 F081 F082 F083 F084 F085 F086 F100 8000B000";
        int[] groups = Stream.of(hex.split(" "))
                .mapToInt(group -> Integer.parseUnsignedInt(group, 16))
                .toArray();
        for (int i = 0; i < 4_000; i += 250) {
            // Some of them ask for notifications, which end with their client.
            askAtRandom(groups, random, 250, "seed %d, %d requests before".formatted(seed, i));
        }
        assertStillAnswers(seed);
    }

    private void askAtRandom(int[] groups, Random random, int requests, String what) throws IOException {
        try (RawClient client = new RawClient(plc)) {
            for (int i = 0; i < requests; i++) {
                int command = new int[] {2, 3, 6, 9}[random.nextInt(4)];
                byte[] data = new byte[4 * random.nextInt(16)];
                random.nextBytes(data);
                for (int at = 0; at < data.length; at += 4) {
                    int small = switch (random.nextInt(4)) {
                        case 0 -> groups[random.nextInt(groups.length)];
                        case 1 -> random.nextInt(8);
                        case 2 -> data.length - 16;
                        default -> random.nextInt();
                    };
                    System.arraycopy(RawClient.ints(small), 0, data, at, 4);
                }
                assertThat(client.ask(command, data).amsError())
                        .as("%s, request %d", what, i)
                        .isZero();
            }
        }
    }

    private void assertStillAnswers(long seed) throws IOException {
        try (RawClient client = new RawClient(plc)) {
            assertThat(client.byName(0xF004, 4, "GVL.nSerial").bytes().getInt(0))
                    .as("seed %d", seed)
                    .isEqualTo(4711);
        }
    }
}
