package io.taktstrom.s7.plc4j;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;
import org.apache.plc4x.java.api.messages.PlcWriteRequest;
import org.apache.plc4x.java.api.messages.PlcWriteResponse;
import org.apache.plc4x.java.api.types.PlcResponseCode;
import org.apache.plc4x.java.spi.values.PlcRawByteArray;
import org.jspecify.annotations.Nullable;

/** Requests as tags of plc4j, and what becomes of them as PDUs of answers. */
final class Tags {

    /** What plc4j has no tag for, a timer say. */
    private static final String NONE = "";

    private Tags() {}

    /** Whether a request reads or writes variables: all that plc4j can do here. */
    static boolean knows(ByteBuffer request) {
        int function = S7Function.of(request, 0);
        return S7Header.rosctr(request, 0) == S7Header.JOB
                && (function == S7Function.READ_VAR || function == S7Function.WRITE_VAR);
    }

    /** Has a request of this many bytes carried out; blocks for a while, as plc4j sleeps in the thread that calls it. */
    static CompletableFuture<ByteBuffer> ask(PlcConnection plc, ByteBuffer request) {
        return S7Function.of(request, 0) == S7Function.READ_VAR ? read(plc, request) : write(plc, request);
    }

    /** Whether nothing of an answer is good, for reasons that may be those of the CPU as a whole. */
    static boolean isRefused(ByteBuffer answer) {
        int items = answer.get(S7Header.ANSWER_BYTES + 1) & 0xFF;
        boolean written = S7Function.of(answer, 0) == S7Function.WRITE_VAR;
        int at = ReadVar.firstItem(0);
        for (int i = 0; i < items; i++) {
            int code = answer.get(at) & 0xFF;
            if (code != ReturnCode.ACCESS_DENIED && code != ReturnCode.HARDWARE_ERROR) {
                return false;
            }
            at += written ? 1 : DataItem.HEADER_BYTES;
        }
        return true;
    }

    private static int items(ByteBuffer request) {
        return request.get(S7Header.REQUEST_BYTES + 1) & 0xFF;
    }

    // ---- reading

    private static CompletableFuture<ByteBuffer> read(PlcConnection plc, ByteBuffer request) {
        int items = items(request);
        PlcReadRequest.Builder tags = plc.readRequestBuilder();
        int known = 0;
        for (int i = 0; i < items; i++) {
            String tag = tag(request, ReadVar.item(0, i));
            if (!tag.isEmpty()) {
                tags.addTagAddress(String.valueOf(i), tag);
                known++;
            }
        }
        if (known == 0) {
            return CompletableFuture.completedFuture(new ReadAnswer(items).allRefused());
        }
        return CompletableFuture.<PlcReadResponse>completedFuture(null)
                .thenCompose(unused -> tags.build().execute())
                .thenApply(response -> new ReadAnswer(items).of(request, response));
    }

    /** The answer to a read. */
    private record ReadAnswer(int items) {

        ByteBuffer allRefused() {
            ByteBuffer out = ByteBuffer.allocate(ReadVar.ANSWER_BYTES + items * DataItem.HEADER_BYTES);
            for (int i = 0; i < items; i++) {
                int at = ReadVar.firstItem(0) + i * DataItem.HEADER_BYTES;
                DataItem.write(out, at, ReturnCode.TYPE_NOT_SUPPORTED, 0, 0);
            }
            return finish(out, S7Function.READ_VAR, items, out.capacity());
        }

        ByteBuffer of(ByteBuffer request, PlcReadResponse response) {
            ByteBuffer out = ByteBuffer.allocate(1 << 16);
            int at = ReadVar.firstItem(0);
            for (int i = 0; i < items; i++) {
                at = DataItem.padded(at);
                String name = String.valueOf(i);
                int code = response.getTagNames().contains(name)
                        ? code(response.getResponseCode(name))
                        : ReturnCode.TYPE_NOT_SUPPORTED;
                byte[] bytes =
                        code == ReturnCode.OK ? response.getPlcValue(name).getRaw() : new byte[0];
                int expected = bytes(request, ReadVar.item(0, i));
                if (code == ReturnCode.OK && bytes.length != expected) {
                    throw new IllegalStateException(
                            "plc4j has " + bytes.length + " bytes where " + expected + " were asked for");
                }
                DataItem.write(out, at, code, code == ReturnCode.OK ? DataItem.OCTETS : 0, bytes.length);
                out.put(at + DataItem.HEADER_BYTES, bytes);
                at += DataItem.HEADER_BYTES + bytes.length;
            }
            return finish(out, S7Function.READ_VAR, items, at);
        }
    }

    // ---- writing

    private static CompletableFuture<ByteBuffer> write(PlcConnection plc, ByteBuffer request) {
        int items = items(request);
        PlcWriteRequest.Builder tags = plc.writeRequestBuilder();
        int known = 0;
        int data = WriteVar.data(0, items);
        for (int i = 0; i < items; i++) {
            int item = WriteVar.item(0, i);
            int bytes = bytes(request, item);
            String tag = tag(request, item);
            if (!tag.isEmpty()) {
                tags.addTagAddress(String.valueOf(i), tag, value(request, item, data + DataItem.HEADER_BYTES, bytes));
                known++;
            }
            data += DataItem.HEADER_BYTES + DataItem.padded(bytes);
        }
        if (known == 0) {
            return CompletableFuture.completedFuture(written(items, null));
        }
        return CompletableFuture.<PlcWriteResponse>completedFuture(null)
                .thenCompose(unused -> tags.build().execute())
                .thenApply(response -> written(items, response));
    }

    private static Object value(ByteBuffer request, int item, int at, int bytes) {
        if (VarItem.transport(request, item) == VarItem.BIT) {
            return request.get(at) != 0;
        }
        if (VarItem.transport(request, item) == VarItem.COUNTER) {
            return (int) request.getShort(at);
        }
        if (bytes == 1) {
            return (short) (request.get(at) & 0xFF);
        }
        byte[] copy = new byte[bytes];
        request.get(at, copy);
        return new PlcRawByteArray(copy);
    }

    private static ByteBuffer written(int items, @Nullable PlcWriteResponse response) {
        ByteBuffer out = ByteBuffer.allocate(ReadVar.ANSWER_BYTES + items);
        for (int i = 0; i < items; i++) {
            String name = String.valueOf(i);
            int code = response != null && response.getTagNames().contains(name)
                    ? code(response.getResponseCode(name))
                    : ReturnCode.TYPE_NOT_SUPPORTED;
            out.put(ReadVar.ANSWER_BYTES + i, (byte) code);
        }
        return finish(out, S7Function.WRITE_VAR, items, out.capacity());
    }

    // ---- both

    private static ByteBuffer finish(ByteBuffer out, int function, int items, int bytes) {
        S7Header.writeAnswer(out, 0, S7Header.ACK_DATA, 0, 2, bytes - ReadVar.ANSWER_BYTES, S7ErrorCode.NONE);
        out.put(S7Header.ANSWER_BYTES, (byte) function);
        out.put(S7Header.ANSWER_BYTES + 1, (byte) items);
        return out.limit(bytes);
    }

    private static int bytes(ByteBuffer request, int item) {
        int count = VarItem.count(request, item);
        int transport = VarItem.transport(request, item);
        return transport == VarItem.COUNTER || transport == VarItem.TIMER ? 2 * count : count;
    }

    private static String tag(ByteBuffer request, int item) {
        int address = VarItem.address(request, item);
        int count = VarItem.count(request, item);
        String area = switch (VarItem.area(request, item)) {
            case AreaCode.DATA_BLOCK -> "%DB" + VarItem.db(request, item);
            case AreaCode.MEMORY -> "%M";
            case AreaCode.INPUT -> "%I";
            case AreaCode.OUTPUT -> "%Q";
            case AreaCode.COUNTER -> "%C";
            default -> NONE;
        };
        boolean block = VarItem.area(request, item) == AreaCode.DATA_BLOCK;
        int place = address >> 3;
        return switch (VarItem.transport(request, item)) {
            case VarItem.BIT -> area + (block ? ".DBX" : "") + place + "." + (address & 7) + ":BOOL";
            case VarItem.BYTE -> area + (block ? ":" : "") + place + ":BYTE" + (count > 1 ? "[" + count + "]" : "");
            case VarItem.COUNTER -> count == 1 ? area + address + ":COUNTER" : NONE;
            default -> NONE;
        };
    }

    private static int code(PlcResponseCode code) {
        return switch (code) {
            case OK -> ReturnCode.OK;
            case NOT_FOUND -> ReturnCode.NOT_AVAILABLE;
            case INVALID_ADDRESS -> ReturnCode.INVALID_ADDRESS;
            case ACCESS_DENIED -> ReturnCode.ACCESS_DENIED;
            case INVALID_DATATYPE, UNSUPPORTED -> ReturnCode.TYPE_NOT_SUPPORTED;
            case INVALID_DATA -> ReturnCode.TYPE_INCONSISTENT;
            default -> ReturnCode.HARDWARE_ERROR;
        };
    }
}
