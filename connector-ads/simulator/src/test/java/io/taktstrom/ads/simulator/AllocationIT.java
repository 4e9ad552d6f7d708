package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

/** Requests and notifications cost the simulator no objects, so that it is never the simulator's collector one measures. */
class AllocationIT {

    private static final int REQUESTS = 32;

    private static AllocationMeter simulatorThreads(AdsSimulator plc) {
        String name = plc.amsAddress().toString();
        return AllocationMeter.threads(thread -> thread.getName().contains(name));
    }

    /** Sends the same frames again and again, and reads answers of a known size. */
    private static void assertNoAllocation(byte[] frames, int answerBytes) throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start();
                SocketChannel channel = SocketChannel.open(plc.address())) {
            ByteBuffer out = ByteBuffer.allocateDirect(frames.length).put(frames);
            ByteBuffer in = ByteBuffer.allocateDirect(answerBytes);
            simulatorThreads(plc).assertZeroPerOperation(10_000, () -> {
                out.rewind();
                write(channel, out);
                in.clear();
                read(channel, in);
            });
        }
    }

    private static void write(SocketChannel channel, ByteBuffer out) throws IOException {
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    private static void read(SocketChannel channel, ByteBuffer in) throws IOException {
        while (in.hasRemaining()) {
            if (channel.read(in) < 0) {
                throw new IOException("closed");
            }
        }
    }

    private interface Frames {
        byte[] of(RawClient client) throws IOException;
    }

    /** The same frame many times; addresses are those of a simulator with the same model. */
    private static byte[] frames(Frames frame) throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start();
                RawClient client = new RawClient(plc)) {
            byte[] all = new byte[0];
            for (int i = 0; i < REQUESTS; i++) {
                all = RawClient.concat(all, frame.of(client));
            }
            return all;
        }
    }

    private static int offset(RawClient client, String name) throws IOException {
        return client.byName(0xF007, 12, name).bytes().getInt(4);
    }

    @Test
    void readsByOffset() throws Exception {
        byte[] frames =
                frames(client -> client.frame(2, RawClient.ints(0x4040, offset(client, "Press.aForceProfile"), 64)));

        assertNoAllocation(frames, REQUESTS * (46 + 64));
    }

    @Test
    void sumReadsAndWrites() throws Exception {
        byte[] frames = frames(client -> {
            int offset = offset(client, "Spindle.fSpeedSet");
            byte[] reads = RawClient.ints(0x4040, offset, 8, 0x4020, 0, 4);
            byte[] writes = RawClient.concat(RawClient.ints(0x4040, offset, 8), new byte[8]);
            return RawClient.concat(
                    client.frame(9, RawClient.concat(RawClient.ints(0xF080, 2, 20, reads.length), reads)),
                    client.frame(9, RawClient.concat(RawClient.ints(0xF081, 1, 4, writes.length), writes)));
        });

        assertNoAllocation(frames, REQUESTS * (46 + 20 + 46 + 4));
    }

    @Test
    void notifications() throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start();
                RawClient client = new RawClient(plc)) {
            client.addNotification(0xF005, client.handle("MAIN.nCycle"), 4, 3, 0, 0);
            client.addNotification(0xF005, client.handle("Axes.stX"), 24, 4, 0, 0);
            client.addNotification(0xF005, client.handle("MAIN.eState"), 2, 4, 0, 0);

            simulatorThreads(plc).assertZeroPerOperation(500, client::notification);
        }
    }
}
