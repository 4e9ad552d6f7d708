package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Tables of types by chance: structures that overlap, contain each other and themselves, arrays of any bounds. */
final class AnyTables {

    private static final int[] TYPE_IDS = {0, 2, 3, 4, 5, 16, 17, 18, 19, 20, 21, 30, 31, 33, 65, -1};
    private static final int[] SIZES = {0, 1, 2, 4, 8, 10, 81, 1000, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
    private static final int[] BOUNDS = {0, 1, -1, 2, 5, 10, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final String[] NAMES = {
        "",
        "INT",
        "BOOL",
        "LREAL",
        "STRING(80)",
        "STRING(99999999)",
        "WSTRING",
        "LTIME",
        "BIT",
        "POINTER TO INT",
        "ARRAY [1..5] OF INT",
        "ARRAY [0..1] OF T3",
        "ARRAY [-2147483648..-1] OF T1",
        "ARRAY [0..1,0..4] OF BOOL",
        "INT (2..5)",
        "ARRAY[*] OF INT"
    };

    private final Random random;

    private AnyTables(Random random) {
        this.random = random;
    }

    static Tables of(Random random) {
        return new AnyTables(random).any();
    }

    private Tables any() {
        Tables tables = new Tables();
        int types = 1 + random.nextInt(30);
        for (int i = 0; i < types; i++) {
            tables.type(type("T" + i));
        }
        for (int i = 0; i < 10; i++) {
            tables.symbol("MAIN.v" + i, name(), typeId(), random.nextInt(), size());
        }
        return tables;
    }

    private byte[] type(String name) {
        int size = size();
        int[][] bounds = new int[random.nextInt(5) == 0 ? 1 + random.nextInt(40) : random.nextInt(3)][];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = new int[] {pick(BOUNDS), pick(BOUNDS)};
        }
        byte[][] members = new byte[random.nextInt(12)][];
        for (int i = 0; i < members.length; i++) {
            int offset = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(4);
            members[i] = Tables.entry(
                    "m" + i, name(), typeId(), random.nextBoolean() ? size : size(), offset, flags(0x2 | 0x20 | 0x40));
        }
        boolean enumeration = random.nextInt(6) == 0 && (size == 1 || size == 2 || size == 4 || size == 8);
        return Tables.entry(
                name,
                random.nextInt(3) == 0 ? name() : "",
                typeId(),
                size,
                0,
                enumeration ? 0x2001 : 1,
                random.nextInt(3) == 0 ? bounds : new int[0][],
                members,
                enumeration ? members(size) : new byte[0]);
    }

    /** Of an enumeration: two names, A and B. */
    private byte[] members(int size) {
        ByteBuffer tail = ByteBuffer.allocate(2 + 2 * (3 + size)).order(ByteOrder.LITTLE_ENDIAN);
        tail.putShort((short) 2);
        for (char name : new char[] {'A', 'B'}) {
            tail.put((byte) 1).put((byte) name).put((byte) 0).put(new byte[size]);
        }
        return tail.array();
    }

    private int flags(int possible) {
        return random.nextInt(4) == 0 ? random.nextInt() & possible : 2;
    }

    private String name() {
        return random.nextInt(3) > 0 ? "T" + random.nextInt(30) : NAMES[random.nextInt(NAMES.length)];
    }

    private int typeId() {
        return pick(TYPE_IDS);
    }

    private int size() {
        return pick(SIZES);
    }

    private int pick(int[] from) {
        return from[random.nextInt(from.length)];
    }
}
