package io.taktstrom.sinks.mqtt;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;

import io.taktstrom.testkit.ScriptedServer;

/** A broker that answers CONNECT, and then does what a test says. */
public final class ScriptedBroker implements AutoCloseable {

    /** MQTT 5.0, 3.2 CONNACK: type 2, remaining length 3, no session present, success, no properties. */
    private static final byte[] CONNACK_5 = {0x20, 3, 0, 0, 0};
    /** MQTT 3.1.1, 3.2 CONNACK: type 2, remaining length 2, no session present, accepted. */
    private static final byte[] CONNACK_3 = {0x20, 2, 0, 0};

    private final ScriptedServer server;
    private volatile byte[] connect = {};

    /** A control packet: its type and flags, and what follows the fixed header. */
    public static final class Packet {

        private final int header;
        private final byte[] body;

        private Packet(int header, byte[] body) {
            this.header = header;
            this.body = body;
        }

        public int header() {
            return header;
        }

        public byte[] body() {
            return body;
        }
    }

    /** What is done behind CONNACK. */
    @FunctionalInterface
    public interface Script {
        void play(ScriptedServer.Wire wire) throws IOException;
    }

    public ScriptedBroker(Script script) throws IOException {
        server = ScriptedServer.started("scripted-broker", wire -> {
            connect = read(wire.in()).body();
            wire.send(connect[6] == 5 ? CONNACK_5 : CONNACK_3);
            script.play(wire);
        });
    }

    public String url() {
        return "mqtt://127.0.0.1:" + server.address().getPort();
    }

    /** The latest CONNECT, without its fixed header. */
    public byte[] connect() {
        return Arrays.copyOf(connect, connect.length);
    }

    /** The next packet; its length is a variable byte integer (MQTT 5.0, 1.5.5). */
    public static Packet read(DataInputStream in) throws IOException {
        int header = in.readUnsignedByte();
        int length = 0;
        int digit;
        int shift = 0;
        do {
            digit = in.readUnsignedByte();
            length |= (digit & 0x7f) << shift;
            shift += 7;
        } while ((digit & 0x80) != 0);
        return new Packet(header, in.readNBytes(length));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
