package io.taktstrom.ads.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.plc.AmsDevice;
import io.taktstrom.ads.simulator.plc.PlcDevice;
import io.taktstrom.ads.simulator.protocol.AdsRequestHandler;
import io.taktstrom.ads.simulator.protocol.Outbox;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.simulation.Connections;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What any client sends to the simulated PLC, request after request: answers within the room that was made for them. */
class AdsRequestsFuzzTest {

    private static final int HEAD = 4;
    private static final AdsModel MODEL = AdsModel.demo();
    /** Would carry answers that are sent later; nothing is. */
    private static final PlcConnection CONNECTION = connection();

    private static SimulatedPlc plc() {
        return new SimulatedPlc(MODEL, 1, EpochNanoClock.system(), AdsLimits.DEFAULT);
    }

    private static PlcConnection connection() {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            return new PlcConnection(plc(), new Connections<PlcConnection>(ConnectionLimits.DEFAULT), client, client);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Command, 0 for the PLC or 1 for the system service, length of the data in 2 bytes, data. */
    private static byte[] request(int command, int device, ByteBuffer data) {
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + data.position()).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.put((byte) command)
                .put((byte) device)
                .putShort((short) data.position())
                .put(data.flip())
                .array();
    }

    private static ByteBuffer data(int... words) {
        ByteBuffer data = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        for (int word : words) {
            data.putInt(word);
        }
        return data;
    }

    static Stream<byte[]> requests() {
        byte[] name = "MAIN.counter\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer open = data(IndexGroup.HANDLE_BY_NAME, 0, 4, name.length).put(name);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(request(AdsCommand.READ_WRITE, 0, open));
        all.writeBytes(request(AdsCommand.READ, 0, data(IndexGroup.VALUE_BY_HANDLE, 1, 4)));
        all.writeBytes(request(
                AdsCommand.READ_WRITE,
                0,
                data(IndexGroup.SUM_READ, 2, 16, 24, 0x4020, 0, 4, IndexGroup.SYMBOL_VERSION, 0, 1)));
        all.writeBytes(request(AdsCommand.ADD_DEVICE_NOTIFICATION, 0, data(0x4020, 0, 4, 4, 0, 0, 0, 0, 0, 0)));
        all.writeBytes(request(AdsCommand.WRITE, 0, data(0x4020, 8, 4, 5)));
        all.writeBytes(request(AdsCommand.READ, 1, data(240, 0, 16)));
        return Stream.of(all.toByteArray(), request(AdsCommand.READ, 0, data(IndexGroup.SYMBOL_UPLOAD, 0, 0xFFFF)));
    }

    @MethodSource("requests")
    @FuzzTest(maxDuration = "5m")
    void anyRequestsAreAnswered(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> {
            SimulatedPlc plc = plc();
            AmsDevice device = new PlcDevice(plc.address.port(), plc.plc);
            Outbox outbox = new Outbox(CONNECTION, plc.counters, plc.threads, plc.clock);
            outbox.close();
            AdsRequestHandler handler = new AdsRequestHandler(device, plc.notifications, outbox, plc.maxAnswerBytes);
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at + HEAD <= bytes.length; ) {
                int length = Math.min(Short.toUnsignedInt(in.getShort(at + 2)), bytes.length - at - HEAD);
                handler.route(1, 2, bytes[at + 1] == 1 ? plc.system : device);
                int room = handler.room(bytes[at], in, at + HEAD, length);
                ByteBuffer out = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
                int written = handler.execute(bytes[at], in, at + HEAD, length, out, 0);
                if (written < 0 || written > room) {
                    throw new AssertionError(written + " bytes in " + room);
                }
                plc.cycle();
                at += HEAD + length;
            }
        });
    }
}
