package io.taktstrom.example.register;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A device with registers, on 127.0.0.1; those that were given no value are not there. */
final class RegisterServer implements AutoCloseable {

    private static final int READ = 3;
    private static final int UNKNOWN = 2;
    private static final int ABOVE_LIMIT = 3;
    private static final int READ_ONLY = 4;

    /** Registers of one request (Modbus Application Protocol 1.1b3, 6.3 and 6.12). */
    private static final int MAX_READ = 125;

    private static final int MAX_WRITE = 123;

    private final byte[] memory = new byte[2 * 0x10000];
    private long writes;
    private final BitSet present = new BitSet();
    private final BitSet readOnly = new BitSet();
    private final ScriptedServer server = new ScriptedServer("register-server", this::serve);

    synchronized void set(int register, byte[] value) {
        System.arraycopy(value, 0, memory, 2 * register, value.length);
        present.set(register, register + value.length / 2);
    }

    synchronized byte[] get(int register, int registers) {
        byte[] value = new byte[2 * registers];
        System.arraycopy(memory, 2 * register, value, 0, value.length);
        return value;
    }

    synchronized void vanish(int register, int registers, boolean gone) {
        present.set(register, register + registers, !gone);
    }

    synchronized void protect(int register) {
        readOnly.set(register);
    }

    /** Requests to write that were carried out. */
    synchronized long writes() {
        return writes;
    }

    int port() {
        return server.address().getPort();
    }

    /** Listens, from the second time on at the same port. */
    void start() throws IOException {
        server.start();
    }

    void stop() throws IOException {
        server.stop();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void serve(Wire wire) throws IOException {
        try {
            for (byte[] head = wire.in().readNBytes(6);
                    head.length == 6;
                    head = wire.in().readNBytes(6)) {
                int length = Short.toUnsignedInt(ByteBuffer.wrap(head).getShort(4));
                byte[] answer = answer(wire.in().readNBytes(length));
                wire.send(ByteBuffer.allocate(6 + answer.length)
                        .put(head, 0, 4)
                        .putShort((short) answer.length)
                        .put(answer)
                        .array());
            }
        } catch (RuntimeException e) {
            // The client talks nonsense.
        }
    }

    /** From unit and function on. */
    private synchronized byte[] answer(byte[] bytes) {
        ByteBuffer request = ByteBuffer.wrap(bytes);
        byte unit = request.get(0);
        int function = request.get(1);
        int first = Short.toUnsignedInt(request.getShort(2));
        int count = Short.toUnsignedInt(request.getShort(4));
        if (count > (function == READ ? MAX_READ : MAX_WRITE)) {
            return new byte[] {unit, (byte) (function | 0x80), ABOVE_LIMIT};
        }
        if (present.nextClearBit(first) < first + count) {
            return new byte[] {unit, (byte) (function | 0x80), UNKNOWN};
        }
        if (function == READ) {
            return ByteBuffer.allocate(3 + 2 * count)
                    .put(unit)
                    .put((byte) function)
                    .put((byte) (2 * count))
                    .put(memory, 2 * first, 2 * count)
                    .array();
        }
        if (readOnly.get(first)) {
            return new byte[] {unit, (byte) (function | 0x80), READ_ONLY};
        }
        writes++;
        request.get(7, memory, 2 * first, 2 * count);
        return Arrays.copyOf(bytes, 6);
    }
}
