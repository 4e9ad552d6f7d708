package io.taktstrom.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A device on loopback that speaks its protocol just well enough to do harm. */
final class HostilePeer implements AutoCloseable {

    /** What an ADS device says of itself. */
    enum HostileAds {
        /** That it has 127 MiB of symbols and as much of types; none of it ever comes. */
        ABSURD_SIZES,
        /** Structures whose ten members lie one over the other, each of them such a structure, thirty deep. */
        EXPLODING_TYPES
    }

    private static final int ABSURD = 127 << 20;
    private static final int DEPTH = 30;
    private static final int FLOOD_BYTES = 8192;

    private final ScriptedServer server;
    private final AtomicInteger served = new AtomicInteger();

    private HostilePeer(ScriptedServer.Service script) throws IOException {
        server = ScriptedServer.started("hostile", wire -> {
            served.incrementAndGet();
            script.serve(wire);
        });
    }

    static HostilePeer ofAds(HostileAds kind) throws IOException {
        return new HostilePeer(wire -> ads(kind, wire));
    }

    /** Announces the longest telegrams and sends them byte by byte, and lists that never end. */
    static HostilePeer ofS7() throws IOException {
        return new HostilePeer(HostilePeer::s7);
    }

    /** Answers a Hello, then sends chunks for ever of which none is the last. */
    static HostilePeer ofOpcUa() throws IOException {
        return new HostilePeer(HostilePeer::opcUa);
    }

    int port() {
        return server.address().getPort();
    }

    /** Connections that came so far. */
    int served() {
        return served.get();
    }

    /** AMS/TCP and AMS headers as Beckhoff's InfoSys has them (tcadsamsspec): 6 and 32 bytes, little endian. */
    private static void ads(HostileAds kind, Wire wire) throws IOException {
        while (true) {
            byte[] head = wire.in().readNBytes(6);
            if (head.length < 6) {
                return;
            }
            byte[] frame = wire.in().readNBytes(little(head).getInt(2));
            ByteBuffer request = little(frame);
            int command = request.getShort(16);
            int group = command == 2 || command == 9 ? request.getInt(32) : 0;
            byte[] data = switch (command) {
                case 1 -> new byte[24];
                case 4 -> all(little(new byte[8]).putShort(4, (short) 5));
                case 2, 9 -> read(kind, group, request.getInt(40));
                default -> new byte[8];
            };
            ByteBuffer reply = little(new byte[38 + data.length]);
            reply.putInt(2, 32 + data.length);
            reply.put(6, frame, 8, 8).put(14, frame, 0, 8);
            reply.putShort(22, (short) command).putShort(24, (short) 5).putInt(26, data.length);
            reply.putInt(34, request.getInt(28)).put(38, data);
            wire.send(all(reply));
        }
    }

    private static byte[] read(HostileAds kind, int group, int wanted) {
        if (group == 0xF008 || group == 0xF003) {
            // The version of the symbols, and handles: nothing odd yet.
            return all(little(new byte[8 + wanted]).putInt(4, wanted));
        }
        if (kind == HostileAds.ABSURD_SIZES) {
            // Upload info, and anything else: the length inside says more than the frame has.
            ByteBuffer info = little(new byte[8 + 64]);
            info.putInt(4, group == 0xF00F || group == 0xF00C ? 64 : ABSURD);
            info.putInt(8, 1_000_000).putInt(12, ABSURD).putInt(16, 1_000_000).putInt(20, ABSURD);
            return all(info);
        }
        byte[] symbols = entry(symbol("MAIN.x", "T" + DEPTH));
        byte[] types = types();
        byte[] answer = switch (group) {
            case 0xF00F ->
                all(little(new byte[64])
                        .putInt(0, 1)
                        .putInt(4, symbols.length)
                        .putInt(8, DEPTH)
                        .putInt(12, types.length));
            case 0xF00B -> symbols;
            case 0xF00E -> types;
            default -> new byte[4];
        };
        return all(little(new byte[8 + answer.length]).putInt(4, answer.length).put(8, answer));
    }

    /** Each entry begins with its length. */
    private static byte[] entry(ByteBuffer body) {
        byte[] bytes = new byte[body.position()];
        body.get(0, bytes);
        little(bytes).putInt(0, bytes.length);
        return bytes;
    }

    /** AdsSymbolEntry (TcAdsDef.h): length, group, offset, size, type, flags, three lengths, three texts. */
    private static ByteBuffer symbol(String name, String type) {
        ByteBuffer out = little(new byte[256])
                .putInt(0)
                .putInt(0x4040)
                .putInt(0)
                .putInt(4)
                .putInt(65)
                .putInt(0);
        out.putShort((short) name.length()).putShort((short) type.length()).putShort((short) 0);
        return text(text(text(out, name), type), "");
    }

    private static byte[] types() {
        ByteBuffer all = little(new byte[1 << 16]);
        for (int depth = 1; depth <= DEPTH; depth++) {
            ByteBuffer type = type("T" + depth, "", 10, 65);
            for (int member = 0; member < 10; member++) {
                boolean leaf = depth == 1;
                type.put(entry(type("m" + member, leaf ? "DINT" : "T" + (depth - 1), 0, leaf ? 3 : 65)));
            }
            all.put(entry(type));
        }
        byte[] bytes = new byte[all.position()];
        all.get(0, bytes);
        return bytes;
    }

    /** AdsDatatypeEntry (TcAdsDef.h): length, version, two hashes, size, offset, type, flags, five lengths, texts. */
    private static ByteBuffer type(String name, String of, int members, int id) {
        ByteBuffer out = little(new byte[4096])
                .putInt(0)
                .putInt(1)
                .putInt(0)
                .putInt(0)
                .putInt(4)
                .putInt(0);
        out.putInt(id).putInt(members > 0 ? 1 : 2);
        out.putShort((short) name.length()).putShort((short) of.length()).putShort((short) 0);
        out.putShort((short) 0).putShort((short) members);
        return text(text(text(out, name), of), "");
    }

    private static ByteBuffer text(ByteBuffer out, String text) {
        return out.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    }

    /** Its bytes from the first to the last, wherever it stands. */
    private static byte[] all(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** TPKT (RFC 1006), COTP (RFC 905), S7: connection confirm and setup are answered, the rest is torture. */
    private static void s7(Wire wire) throws IOException {
        for (int telegram = 0; ; telegram++) {
            byte[] head = wire.in().readNBytes(4);
            if (head.length < 4) {
                return;
            }
            byte[] body = wire.in().readNBytes((((head[2] & 0xFF) << 8) | (head[3] & 0xFF)) - 4);
            if ((body[1] & 0xF0) == 0xE0) {
                wire.send(bytes(3, 0, 0, 22, 17, 0xD0, 0, 1, 0, 1, 0, 0xC0, 1, 10, 0xC1, 2, 1, 0, 0xC2, 2, 1, 2));
            } else if (telegram == 1) {
                wire.send(bytes(
                        3, 0, 0, 27, 2, 0xF0, 0x80, 0x32, 3, 0, 0, body[7], body[8], 0, 8, 0, 0, 0, 0, 0xF0, 0, 0, 8, 0,
                        8, 3, 0xC0));
            } else if (body[4] == 7) {
                // The list of blocks: one of them, and always more to follow.
                wire.send(bytes(
                        3, 0, 0, 37, 2, 0xF0, 0x80, 0x32, 7, 0, 0, body[7], body[8], 0, 12, 0, 8, 0, 1, 0x12, 8, 0x12,
                        0x83, 2, 1, 1, 1, 0, 0, 0xFF, 9, 0, 4, 0, 1, 0x22, 1));
            } else {
                wire.send(bytes(3, 0, 0xFF, 0xFF, 2, 0xF0, 0x80, 0x32, 3));
                while (true) {
                    wire.send(new byte[1]);
                }
            }
        }
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** OPC UA Part 6, 7.1: Hello, Acknowledge without limits, then what no client has asked for. */
    private static void opcUa(Wire wire) throws IOException {
        byte[] hello = wire.in().readNBytes(8);
        wire.in().readNBytes(little(hello).getInt(4) - 8);
        ByteBuffer ack = little(new byte[28])
                .put("ACKF".getBytes(StandardCharsets.US_ASCII))
                .putInt(28);
        ack.putInt(0).putInt(1 << 30).putInt(1 << 30);
        wire.send(all(ack));
        byte[] chunk = all(little(new byte[FLOOD_BYTES])
                .put("MSGC".getBytes(StandardCharsets.US_ASCII))
                .putInt(FLOOD_BYTES));
        while (true) {
            wire.send(chunk);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
