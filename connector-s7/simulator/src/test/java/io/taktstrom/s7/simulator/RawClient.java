package io.taktstrom.s7.simulator;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;

/** A socket that speaks S7 frame by frame. */
final class RawClient implements AutoCloseable {

    private static final int LIMIT_MILLIS = 30_000;

    private final Socket socket;
    private final DataInputStream in;
    private final ByteBuffer out = ByteBuffer.allocate(8192);

    RawClient(S7Simulator cpu) throws IOException {
        socket = new Socket(cpu.address().getAddress(), cpu.port());
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Connected, with a PDU size and jobs agreed. */
    static RawClient ready(S7Simulator cpu, int jobs, int pduBytes) throws IOException {
        RawClient client = new RawClient(cpu);
        client.connect(0x0101);
        client.setup(jobs, pduBytes);
        return client;
    }

    /** Returns the COTP type of the answer. */
    int connect(int calledTsap) throws IOException {
        CotpConnect.writeRequest(out, 0, 1, CotpConnect.SIZE_1024, 0x0100, calledTsap);
        send(CotpConnect.REQUEST_BYTES);
        return frame().get(Tpkt.BYTES + 1) & 0xFF;
    }

    ByteBuffer setup(int jobs, int pduBytes) throws IOException {
        SetupCommunication.writeRequest(out, CotpData.PAYLOAD, 1, jobs, pduBytes);
        sendPdu(SetupCommunication.REQUEST_BYTES);
        return pdu();
    }

    /** Writes a request to read bytes of data block 1, one byte per item, behind what is not sent yet. */
    int writeRead(int at, int reference, int items) {
        int pdu = at + CotpData.PAYLOAD;
        ReadVar.writeRequest(out, pdu, reference, items);
        for (int i = 0; i < items; i++) {
            VarItem.write(out, ReadVar.item(pdu, i), VarItem.BYTE, 1, 1, AreaCode.DATA_BLOCK, 8 * i);
        }
        int bytes = ReadVar.item(0, items);
        CotpData.write(out, at, bytes);
        return CotpData.PAYLOAD + bytes;
    }

    ByteBuffer read(int reference, int items) throws IOException {
        send(writeRead(0, reference, items));
        return pdu();
    }

    /** Writes one byte of data block 1 at its start. */
    ByteBuffer write(int value) throws IOException {
        int pdu = CotpData.PAYLOAD;
        WriteVar.writeRequest(out, pdu, 9, 1, DataItem.HEADER_BYTES + 1);
        VarItem.write(out, WriteVar.item(pdu, 0), VarItem.BYTE, 1, 1, AreaCode.DATA_BLOCK, 0);
        int data = WriteVar.data(pdu, 1);
        DataItem.write(out, data, 0, DataItem.BYTE, 1);
        out.put(data + DataItem.HEADER_BYTES, (byte) value);
        sendPdu(data + DataItem.HEADER_BYTES + 1 - pdu);
        return pdu();
    }

    /** Changes a few of the bytes that are to be sent next, behind the TPKT header. */
    void damage(Random random, int bytes) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            out.put(random.nextInt(Tpkt.BYTES, bytes), (byte) random.nextInt(256));
        }
    }

    void sendPdu(int bytes) throws IOException {
        CotpData.write(out, 0, bytes);
        send(CotpData.PAYLOAD + bytes);
    }

    void send(int bytes) throws IOException {
        send(Arrays.copyOf(out.array(), bytes));
    }

    void send(String hex) throws IOException {
        send(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next frame. */
    ByteBuffer frame() throws IOException {
        byte[] head = in.readNBytes(Tpkt.BYTES);
        if (head.length < Tpkt.BYTES) {
            throw new EOFException("the simulator closed the connection");
        }
        int length = Tpkt.length(ByteBuffer.wrap(head), 0);
        ByteBuffer frame = ByteBuffer.allocate(length).put(head);
        byte[] rest = in.readNBytes(length - Tpkt.BYTES);
        if (rest.length < length - Tpkt.BYTES) {
            throw new EOFException("the simulator closed the connection inside a frame");
        }
        return frame.put(rest).flip();
    }

    /** The next PDU, at position 0. */
    ByteBuffer pdu() throws IOException {
        ByteBuffer frame = frame();
        return frame.slice(CotpData.PAYLOAD, frame.limit() - CotpData.PAYLOAD);
    }

    /** Whether the simulator has closed the connection. */
    boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    static int error(ByteBuffer pdu) {
        return S7Header.error(pdu, 0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
