package io.taktstrom.ads;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.taktstrom.model.DataPoint;
import io.taktstrom.testkit.ScriptedServer.Wire;

/**
 * The least that a device must be for the client to work: DINTs in index group 0x4040, found one by one by name
 * (0xF009), sum commands for reading and writing. Whatever else a test needs, its script says before it comes here.
 */
final class SmallPlc implements ScriptedPeer.Script {

    private static final int DINTS = 0x4040;

    private final Map<Integer, Integer> memory = new ConcurrentHashMap<>();
    private final Map<String, Integer> offsets = new ConcurrentHashMap<>();

    /** Adds DINTs {@code MAIN.v0} and on; number i is at offset 4 * i and has the value i. */
    /** The answer to a read of tables, or of what else there is: these bytes. */
    static byte[] read(Request request, byte[] symbols, byte[] types, Supplier<byte[]> otherwise) {
        return request.value(
                switch (request.group()) {
                    case 0xF00F -> sizes(symbols.length, types.length);
                    case 0xF00B -> symbols;
                    case 0xF00E -> types;
                    case 0xF008 -> new byte[] {1};
                    default -> otherwise.get();
                });
    }

    static byte[] sizes(int symbolBytes, int typeBytes) {
        return Request.bytes(
                Request.little(24).putInt(1).putInt(symbolBytes).putInt(1).putInt(typeBytes));
    }

    /** Those that {@link #dints} makes. */
    static List<DataPoint> points(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> DataPoint.of("MAIN.v" + i).withWritable())
                .toList();
    }

    SmallPlc dints(int count) {
        for (int i = 0; i < count; i++) {
            memory.put(4 * i, i);
            offsets.put("MAIN.V" + i, 4 * i);
        }
        return this;
    }

    void set(int offset, int value) {
        memory.put(offset, value);
    }

    int get(int offset) {
        return memory.getOrDefault(offset, -1);
    }

    @Override
    public void on(Request request, Wire wire) throws IOException {
        wire.send(answer(request));
    }

    byte[] answer(Request request) {
        return switch (request.command()) {
            case 1 ->
                request.answer(Request.little(24)
                        .putInt(0)
                        .put((byte) 3)
                        .put((byte) 1)
                        .putShort((short) 4024)
                        .put("Small PLC".getBytes(StandardCharsets.US_ASCII))
                        .array());
            case 2 -> read(request);
            case 3 -> write(request);
            case 4 ->
                request.answer(Request.little(8).putInt(0).putShort((short) 5).array());
            case 9 -> readWrite(request);
            case 5, 7 -> request.result(0);
            default -> request.result(0x701);
        };
    }

    private byte[] read(Request request) {
        if (request.group() != DINTS) {
            return request.result(0x702);
        }
        Integer value = memory.get(request.offset());
        return value == null
                ? request.result(0x703)
                : request.length() == 4 ? request.value(value) : request.result(0x705);
    }

    private byte[] write(Request request) {
        return request.result(store(request.group(), request.offset(), request.frame(), 50, request.length()));
    }

    private int store(int group, int offset, ByteBuffer from, int at, int length) {
        if (group != DINTS || !memory.containsKey(offset)) {
            return 0x703;
        }
        if (length != 4) {
            return 0x705;
        }
        memory.put(offset, from.getInt(at));
        return 0;
    }

    private byte[] readWrite(Request request) {
        return switch (request.group()) {
            case 0xF009 -> describe(request);
            case 0xF080 -> sumRead(request);
            case 0xF081 -> sumWrite(request);
            default -> request.result(0x701);
        };
    }

    private byte[] describe(Request request) {
        String name = request.writtenText().replace("\0", "");
        Integer offset = offsets.get(name.toUpperCase(java.util.Locale.ROOT));
        return offset == null ? request.result(0x710) : request.value(symbol(name, "DINT", 3, DINTS, offset, 4));
    }

    /** A symbol entry without a comment. */
    static byte[] symbol(String name, String type, int typeId, int group, int offset, int size) {
        int bytes = 30 + name.length() + type.length() + 3;
        ByteBuffer entry = Request.little(bytes);
        entry.putInt(bytes)
                .putInt(group)
                .putInt(offset)
                .putInt(size)
                .putInt(typeId)
                .putInt(0);
        entry.putShort((short) name.length()).putShort((short) type.length()).putShort((short) 0);
        entry.put(name.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
        entry.put(type.getBytes(StandardCharsets.ISO_8859_1)).put((byte) 0);
        return Request.bytes(entry);
    }

    private byte[] sumRead(Request request) {
        int count = request.offset();
        ByteBuffer results = Request.little(4 * count);
        ByteArrayOutputStream values = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            int item = Request.WRITTEN + 12 * i;
            Integer value = request.frame().getInt(item) == DINTS
                    ? memory.get(request.frame().getInt(item + 4))
                    : null;
            results.putInt(value == null ? 0x703 : 0);
            int length = request.frame().getInt(item + 8);
            values.writeBytes(
                    Request.little(length).putInt(value == null ? 0 : value).array());
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(Request.bytes(results));
        all.writeBytes(values.toByteArray());
        return request.value(all.toByteArray());
    }

    private byte[] sumWrite(Request request) {
        int count = request.offset();
        ByteBuffer results = Request.little(4 * count);
        int at = Request.WRITTEN + 12 * count;
        for (int i = 0; i < count; i++) {
            int item = Request.WRITTEN + 12 * i;
            ByteBuffer frame = request.frame();
            int length = frame.getInt(item + 8);
            results.putInt(store(frame.getInt(item), frame.getInt(item + 4), frame, at, length));
            at += length;
        }
        return request.value(Request.bytes(results));
    }
}
