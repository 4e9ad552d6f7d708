package io.taktstrom.benchmarks.s7;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What is read from the one data block that there is: each of its DINTs holds its own offset. */
enum S7Case {
    ONE,
    THREE,
    SCATTERED,
    KILOBYTE,
    BLOCK;

    static final int DB = 1;
    static final int DB_BYTES = 65_536;

    /** snap7's client knows no larger block than one of 65,535 bytes, and a number of words is more usual. */
    private static final int BLOCK_BYTES = 65_534;

    /** The offset of the DINT that a byte is in. */
    private static final int ALIGNED = -Integer.BYTES;

    /**
     * A variable.
     *
     * @param type of STEP 7; an array's without its length
     * @param offset in bytes
     * @param bytes of all its elements
     */
    record Item(String type, int offset, int bytes) {

        static Item dint(int offset) {
            return new Item("DINT", offset, Integer.BYTES);
        }

        static Item bytes(int offset, int count) {
            return new Item("BYTE", offset, count);
        }

        boolean isBytes() {
            return type.equals("BYTE");
        }

        /** As plc4j writes it, and our connector, too. */
        String address() {
            return "%DB" + DB + ":" + offset + ":" + type + (isBytes() ? "[" + bytes + "]" : "");
        }

        /** What a number must be. */
        long number() {
            return offset & ALIGNED;
        }

        /** What an array must be; empty for a number. */
        byte[] array() {
            return isBytes() ? content() : new byte[0];
        }

        /** The bytes of it. */
        byte[] content() {
            byte[] content = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                int at = offset + i;
                content[i] = (byte) ((at & ALIGNED) >>> (Byte.SIZE * (3 - at % Integer.BYTES)));
            }
            return content;
        }
    }

    /** The variables, in the order in which they are asked for. */
    List<Item> items() {
        return switch (this) {
            case ONE -> List.of(Item.dint(4000));
            case THREE -> List.of(Item.dint(4000), new Item("INT", 1002, 2), Item.bytes(2000, 10));
            case SCATTERED -> scattered();
            case KILOBYTE -> List.of(Item.bytes(0, 1024));
            case BLOCK -> List.of(Item.bytes(0, BLOCK_BYTES));
        };
    }

    private static List<Item> scattered() {
        List<Item> items = new ArrayList<>(
                IntStream.range(0, 1000).mapToObj(i -> Item.dint(64 * i)).toList());
        Collections.shuffle(items, new Random(7));
        return List.copyOf(items);
    }

    /** Groups of at most so many variables. */
    List<List<Item>> inPartsOf(int most) {
        List<Item> items = items();
        List<List<Item>> parts = new ArrayList<>();
        for (int from = 0; from < items.size(); from += most) {
            parts.add(items.subList(from, Math.min(items.size(), from + most)));
        }
        return parts;
    }
}
