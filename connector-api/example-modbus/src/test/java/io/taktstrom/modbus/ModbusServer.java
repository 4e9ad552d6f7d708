package io.taktstrom.modbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A device with holding registers and coils, on 127.0.0.1; those that were given no value are not there. */
final class ModbusServer implements AutoCloseable {

    private static final int UNKNOWN = 2;
    private static final int ABOVE_LIMIT = 3;
    private static final int READ_ONLY = 4;

    private final byte[] registers = new byte[2 * 0x10000];
    private final BitSet coils = new BitSet();
    private final BitSet presentRegisters = new BitSet();
    private final BitSet presentCoils = new BitSet();
    private final BitSet readOnly = new BitSet();
    private final ScriptedServer server = new ScriptedServer("modbus-server", this::serve);
    private long writes;

    synchronized void set(int register, byte... value) {
        System.arraycopy(value, 0, registers, 2 * register, value.length);
        presentRegisters.set(register, register + value.length / 2);
    }

    synchronized byte[] get(int register, int count) {
        return Arrays.copyOfRange(registers, 2 * register, 2 * (register + count));
    }

    synchronized void setCoil(int coil, boolean on) {
        coils.set(coil, on);
        presentCoils.set(coil);
    }

    synchronized boolean coil(int coil) {
        return coils.get(coil);
    }

    synchronized void vanish(int register, int count, boolean gone) {
        presentRegisters.set(register, register + count, !gone);
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

    ScriptedServer server() {
        return server;
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

    /** From unit and function on (Modbus Application Protocol 1.1b3, 6.1, 6.3, 6.11 and 6.12). */
    private synchronized byte[] answer(byte[] bytes) {
        ByteBuffer request = ByteBuffer.wrap(bytes);
        byte unit = request.get(0);
        int function = request.get(1);
        int first = Short.toUnsignedInt(request.getShort(2));
        int count = Short.toUnsignedInt(request.getShort(4));
        boolean bits = function == 1 || function == 15;
        int limit = bits ? function == 1 ? 2000 : 1968 : function == 3 ? 125 : 123;
        BitSet present = bits ? presentCoils : presentRegisters;
        int refused = count > limit
                ? ABOVE_LIMIT
                : present.nextClearBit(first) < first + count
                        ? UNKNOWN
                        : function == 16 && readOnly.get(first) ? READ_ONLY : 0;
        if (refused != 0) {
            return new byte[] {unit, (byte) (function | 0x80), (byte) refused};
        }
        if (function <= 3) {
            byte[] data = bits ? packed(first, count) : get(first, count);
            return ByteBuffer.allocate(3 + data.length)
                    .put(unit)
                    .put((byte) function)
                    .put((byte) data.length)
                    .put(data)
                    .array();
        }
        writes++;
        if (bits) {
            for (int i = 0; i < count; i++) {
                coils.set(first + i, (bytes[7 + i / 8] & 1 << i % 8) != 0);
            }
        } else {
            request.get(7, registers, 2 * first, 2 * count);
        }
        return Arrays.copyOf(bytes, 6);
    }

    private byte[] packed(int first, int count) {
        return Arrays.copyOf(coils.get(first, first + count).toByteArray(), (count + 7) / 8);
    }
}
