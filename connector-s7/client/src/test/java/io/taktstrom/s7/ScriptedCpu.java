package io.taktstrom.s7;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A raw socket that agrees to connect and then says what a test has it say. */
final class ScriptedCpu implements AutoCloseable {

    /** What it does about a request behind the setup. */
    @FunctionalInterface
    interface Script {
        void on(Request request, Wire wire) throws IOException;
    }

    /** A whole frame of a client. */
    record Request(ByteBuffer frame) {

        int reference() {
            return S7Header.reference(frame, CotpData.PAYLOAD);
        }

        int items() {
            return frame.get(CotpData.PAYLOAD + S7Header.REQUEST_BYTES + 1) & 0xFF;
        }

        /** A good answer in which each byte of the answer is the low byte of its own address. */
        byte[] answer() {
            ByteBuffer out = ByteBuffer.allocate(2048);
            int at = CotpData.PAYLOAD + ReadVar.ANSWER_BYTES;
            for (int i = 0; i < items(); i++) {
                int item = ReadVar.item(CotpData.PAYLOAD, i);
                int count = VarItem.count(frame, item);
                DataItem.write(out, at, ReturnCode.OK, DataItem.BYTE, count);
                for (int k = 0; k < count; k++) {
                    out.put(at + DataItem.HEADER_BYTES + k, (byte) (VarItem.address(frame, item) / 8 + k));
                }
                at += DataItem.HEADER_BYTES + (i < items() - 1 ? DataItem.padded(count) : count);
            }
            return finish(out, S7Header.ACK_DATA, reference(), 2, at - CotpData.PAYLOAD - ReadVar.ANSWER_BYTES, 0);
        }

        /** Every item of a write is good. */
        byte[] written() {
            ByteBuffer out = ByteBuffer.allocate(2048);
            for (int i = 0; i < items(); i++) {
                out.put(CotpData.PAYLOAD + ReadVar.ANSWER_BYTES + i, (byte) ReturnCode.OK);
            }
            return finish(out, S7Header.ACK_DATA, reference(), 2, items(), 0);
        }

        /** The request as a whole is refused. */
        byte[] refusal(int reference, int error) {
            return finish(ByteBuffer.allocate(64), S7Header.ACK, reference, 0, 0, error);
        }

        private byte[] finish(ByteBuffer out, int rosctr, int reference, int parameters, int data, int error) {
            S7Header.writeAnswer(out, CotpData.PAYLOAD, rosctr, reference, parameters, data, error);
            if (parameters > 0) {
                out.put(CotpData.PAYLOAD + S7Header.ANSWER_BYTES, frame.get(CotpData.PAYLOAD + 10));
                out.put(CotpData.PAYLOAD + S7Header.ANSWER_BYTES + 1, (byte) items());
            }
            int bytes = S7Header.ANSWER_BYTES + parameters + data;
            CotpData.write(out, 0, bytes);
            byte[] whole = new byte[CotpData.PAYLOAD + bytes];
            out.get(0, whole);
            return whole;
        }
    }

    private final ScriptedServer server;
    private final AtomicLong requests = new AtomicLong();
    private volatile int jobs = 8;
    private volatile int pduBytes = 240;
    private volatile Script script;

    ScriptedCpu(Script script) throws IOException {
        this.script = script;
        server = ScriptedServer.started("scripted-cpu", this::serve);
    }

    ScriptedCpu granting(int newJobs, int newPduBytes) {
        jobs = newJobs;
        pduBytes = newPduBytes;
        return this;
    }

    private void serve(Wire wire) throws IOException {
        byte[] connect = frame(wire.in()).frame().array();
        connect[5] = (byte) 0xD0;
        connect[7] = connect[9];
        connect[6] = connect[8];
        wire.send(connect);
        ByteBuffer setup = ByteBuffer.allocate(27);
        CotpData.write(setup, 0, 20);
        SetupCommunication.writeAnswer(setup, CotpData.PAYLOAD, frame(wire.in()).reference(), jobs, pduBytes);
        wire.send(setup.array());
        while (true) {
            Request request = frame(wire.in());
            requests.incrementAndGet();
            script.on(request, wire);
        }
    }

    private static Request frame(DataInputStream in) throws IOException {
        byte[] head = in.readNBytes(4);
        if (head.length < 4) {
            throw new EOFException();
        }
        int length = Short.toUnsignedInt(ByteBuffer.wrap(head).getShort(2));
        return new Request(ByteBuffer.allocate(length)
                .put(head)
                .put(in.readNBytes(length - 4))
                .flip());
    }

    void script(Script newScript) {
        script = newScript;
    }

    int port() {
        return server.address().getPort();
    }

    /** How many requests it has had. */
    long requests() {
        return requests.get();
    }

    /** TCP connections that are open. */
    int connections() {
        return server.wires().size();
    }

    void sendToAll(byte[] bytes) throws IOException {
        for (Wire wire : server.wires()) {
            wire.send(bytes);
        }
    }

    void hangUp() throws IOException {
        server.hangUp();
    }

    Connection connect(String options) throws ConnectorException {
        return connect(options, ConnectionObserver.NONE);
    }

    Connection connect(String options, ConnectionObserver observer) throws ConnectorException {
        S7Provider provider = new S7Provider();
        String uri = "s7://127.0.0.1:" + port() + "?heartbeatInterval=0s" + (options.isEmpty() ? "" : "&" + options);
        return provider.connect(
                provider.descriptor().parse(uri.replace("heartbeatInterval=0s&heartbeatInterval", "heartbeatInterval")),
                new ConnectContext(EpochNanoClock.system(), observer));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
