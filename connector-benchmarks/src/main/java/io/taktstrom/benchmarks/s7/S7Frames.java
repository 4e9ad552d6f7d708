package io.taktstrom.benchmarks.s7;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** Whole frames for the raw socket, written byte by byte: the limit owes nothing to our own codecs. */
final class S7Frames {

    /** Where a request and its answer have their number. */
    static final int REFERENCE = 11;
    /** Where an answer has its error. */
    static final int ERROR = 17;
    /** Where the bytes of an answer's first item begin. */
    static final int FIRST_BYTES = 25;

    private static final int HEADER_BYTES = 19;
    private static final int ITEM_BYTES = 12;
    /** An answer without items, and the header of an item in it. */
    private static final int ANSWER_BYTES = 14;

    private static final int ANSWER_ITEM_BYTES = 4;
    private static final int MAX_ANSWER_BYTES = S7Server.PDU_BYTES - ANSWER_BYTES - ANSWER_ITEM_BYTES;

    private S7Frames() {}

    /** COTP connection request to rack 0, slot 1 as an operator panel. */
    static byte[] connect() {
        return HexFormat.of().parseHex("0300001611e00000000100c0010ac1020100c2020201");
    }

    /** Asks for what the server has: eight requests at once, PDUs of 960 bytes. */
    static byte[] setup() {
        return HexFormat.of().parseHex("0300001902f08032010000000000080000f00000080008" + "03c0");
    }

    /** The requests that read a case, as few as the server lets it be. */
    static List<byte[]> requests(S7Case work) {
        List<byte[]> requests = new ArrayList<>();
        if (work.items().size() == 1) {
            S7Case.Item whole = work.items().get(0);
            for (int done = 0; done < whole.bytes(); done += MAX_ANSWER_BYTES) {
                int bytes = Math.min(MAX_ANSWER_BYTES, whole.bytes() - done);
                requests.add(request(List.of(S7Case.Item.bytes(whole.offset() + done, bytes))));
            }
            return requests;
        }
        List<S7Case.Item> sorted = work.items().stream()
                .sorted(Comparator.comparingInt(S7Case.Item::offset))
                .toList();
        for (int from = 0; from < sorted.size(); from += S7Server.MAX_ITEMS) {
            requests.add(request(sorted.subList(from, Math.min(sorted.size(), from + S7Server.MAX_ITEMS))));
        }
        return requests;
    }

    private static byte[] request(List<S7Case.Item> items) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + ITEM_BYTES * items.size());
        frame.putShort((short) 0x0300).putShort((short) frame.capacity());
        frame.put((byte) 2).put((byte) 0xF0).put((byte) 0x80);
        frame.putShort((short) 0x3201).putInt(0);
        frame.putShort((short) (2 + ITEM_BYTES * items.size())).putShort((short) 0);
        frame.put((byte) 4).put((byte) items.size());
        for (S7Case.Item item : items) {
            frame.putInt(0x120A1002).putShort((short) item.bytes()).putShort((short) S7Case.DB);
            frame.putInt(0x84 << 24 | item.offset() << 3);
        }
        return frame.array();
    }
}
