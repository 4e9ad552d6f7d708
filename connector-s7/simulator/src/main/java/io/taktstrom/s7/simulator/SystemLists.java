package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.model.CpuIdentity;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * What the system of the CPU answers: status lists (SZL), lists of blocks, the clock.
 *
 * <p>Source: capture s7-300-cpu315-everything frames 4, 6, 8, 10, 12, 16; ids as in Siemens' "System and Standard
 * Functions for S7-300/400", chapter 33; block info as Wireshark dissects it.
 */
final class SystemLists {

    /** "0A". */
    private static final short DATA_BLOCK = 0x3041;
    /** "08". */
    private static final short ORGANIZATION_BLOCK = 0x3038;

    /** The one that every program has: OB1, in FBD. Source: capture s7-connect-szl-blocks-download frame 31. */
    private static final byte[] MAIN_PROGRAM = {0, 1, 0x22, 3};

    private static final int ALL_IDS = 0x0000;
    private static final int IDENTIFICATION = 0x0011;
    private static final int COMPONENT = 0x001C;
    private static final int COMMUNICATION = 0x0131;
    private static final int PROTECTION = 0x0132;
    private static final int PROTECTION_OF_CPU = 0x0232;
    private static final int MODE = 0x0424;
    /** With this bit, of a list only the record with the index that was asked for. */
    private static final int ONE_RECORD = 0x0100;

    private static final int[] IDS = {
        ALL_IDS, IDENTIFICATION, 0x0111, COMPONENT, 0x011C, COMMUNICATION, PROTECTION, PROTECTION_OF_CPU, MODE
    };

    private static final int RUN = 8;
    private static final int STOP = 4;

    private static final int INFO_BYTES = 78;

    /** In BCD, of the years that the clock's two digits mean at first. */
    private static final int CENTURY = 0x19;

    private final Cpu cpu;

    SystemLists(Cpu cpu) {
        this.cpu = cpu;
    }

    static boolean knows(int id) {
        return IntStream.of(IDS).anyMatch(known -> known == id);
    }

    /** A status list, or null for an unknown one. */
    byte @Nullable [] statusList(int id, int index) {
        return switch (id) {
            case ALL_IDS -> list(id, index, 2, ids());
            case IDENTIFICATION, IDENTIFICATION | ONE_RECORD -> records(id, index, 28, identification());
            case COMPONENT, COMPONENT | ONE_RECORD -> records(id, index, 34, components());
            case COMMUNICATION -> index == 1 ? list(id, index, 40, communication()) : null;
            case PROTECTION, PROTECTION_OF_CPU -> index == 4 ? list(id, index, 40, protection()) : null;
            case MODE -> list(id, index, 20, mode());
            default -> null;
        };
    }

    private static byte @Nullable [] records(int id, int index, int recordBytes, ByteBuffer all) {
        if ((id & ONE_RECORD) == 0) {
            return list(id, index, recordBytes, all);
        }
        for (int at = 0; at < all.position(); at += recordBytes) {
            if (all.getShort(at) == index) {
                ByteBuffer one = ByteBuffer.allocate(recordBytes).put(0, all, at, recordBytes);
                return list(id, index, recordBytes, one.position(recordBytes));
            }
        }
        return null;
    }

    private static byte[] list(int id, int index, int recordBytes, ByteBuffer records) {
        int bytes = records.position();
        ByteBuffer list = ByteBuffer.allocate(8 + bytes);
        list.putShort((short) id).putShort((short) index);
        list.putShort((short) recordBytes).putShort((short) (bytes / recordBytes));
        list.put(records.flip());
        return list.array();
    }

    private static ByteBuffer ids() {
        ByteBuffer ids = ByteBuffer.allocate(2 * IDS.length);
        IntStream.of(IDS).forEach(id -> ids.putShort((short) id));
        return ids;
    }

    private ByteBuffer identification() {
        CpuIdentity identity = cpu.model.identity();
        String[] firmware = identity.firmware().split("\\.", -1);
        ByteBuffer records = ByteBuffer.allocate(3 * 28);
        for (int index : new int[] {1, 6, 7}) {
            records.putShort((short) index);
            records.put(text(index == 7 ? "" : identity.orderNumber(), 20, ' '));
            records.putShort((short) 0x00C0);
            if (index == 7) {
                records.put((byte) 'V');
                for (String part : firmware) {
                    records.put((byte) Integer.parseInt(part));
                }
            } else {
                records.putInt(0x0003_0001);
            }
        }
        return records;
    }

    private ByteBuffer components() {
        CpuIdentity identity = cpu.model.identity();
        Map<Integer, String> texts = Map.of(
                1, identity.systemName(),
                2, identity.moduleName(),
                4, "Taktstrom S7 simulator",
                5, identity.serialNumber(),
                7, identity.moduleType());
        ByteBuffer records = ByteBuffer.allocate(10 * 34);
        for (int index : new int[] {1, 2, 3, 4, 5, 7, 8, 9, 10, 11}) {
            records.putShort((short) index).put(text(texts.getOrDefault(index, ""), 32, '\0'));
        }
        return records;
    }

    private ByteBuffer communication() {
        ByteBuffer record = ByteBuffer.allocate(40);
        record.putShort((short) 1).putShort((short) cpu.limits.pduBytes());
        record.putShort((short) cpu.limits.connections());
        record.putInt(12_000_000).putInt(187_500).putInt(100_000_000);
        return record.position(40);
    }

    /** Level of the CPU's protection: 1 none, 2 of writes, 3 of reads and writes; key switch in RUN-P. */
    private ByteBuffer protection() {
        int level = switch (cpu.access.protection()) {
            case NONE -> 1;
            case WRITE -> 2;
            case READ_AND_WRITE -> 3;
        };
        ByteBuffer record = ByteBuffer.allocate(40);
        record.putShort((short) 4).putShort((short) level);
        record.putShort((short) (level == 1 ? 0 : level)).putShort((short) level);
        record.putShort((short) 1).putShort((short) 0);
        return record.position(40);
    }

    private ByteBuffer mode() {
        ByteBuffer record = ByteBuffer.allocate(20);
        record.putShort((short) 0x5144).put((byte) 0xFF);
        record.put((byte) (cpu.isRunning() ? RUN : STOP));
        return record.position(20);
    }

    private static byte[] text(String text, int bytes, char filler) {
        String filled = text + String.valueOf(filler).repeat(bytes - text.length());
        return filled.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The number of blocks of each type. */
    byte[] blockCounts() {
        ByteBuffer counts = ByteBuffer.allocate(7 * 4);
        for (char type : "8ECABDF".toCharArray()) {
            int count = type == 'A' ? cpu.blocks().size() : type == '8' ? 1 : 0;
            counts.put((byte) '0').put((byte) type).putShort((short) count);
        }
        return counts.array();
    }

    /** Number, flags and language of each block of a type; empty for none. */
    byte[] blocks(short type) {
        if (type == ORGANIZATION_BLOCK) {
            return MAIN_PROGRAM.clone();
        }
        if (type != DATA_BLOCK) {
            return new byte[0];
        }
        ByteBuffer list = ByteBuffer.allocate(4 * cpu.blocks().size());
        cpu.blocks()
                .forEach(block ->
                        list.putShort((short) block.number).put((byte) 0x22).put((byte) 5));
        return list.array();
    }

    /** What a block is, or null for an unknown one. */
    byte @Nullable [] blockInfo(short type, int number) {
        if (type == ORGANIZATION_BLOCK) {
            return number == MAIN_PROGRAM[1] ? info(type, 8, MAIN_PROGRAM[3], number, 2) : null;
        }
        Cpu.Region block = type == DATA_BLOCK ? cpu.region(AreaCode.DATA_BLOCK, number) : null;
        return block == null ? null : info(type, 0x0A, 5, number, block.size());
    }

    private static byte[] info(short type, int subtype, int language, int number, int bytes) {
        ByteBuffer info = ByteBuffer.allocate(INFO_BYTES);
        info.putShort(0, type).putShort(2, (short) 74).putShort(6, (short) 0x7070);
        info.put(8, (byte) 1).put(9, (byte) 1).put(10, (byte) language).put(11, (byte) subtype);
        info.putShort(12, (short) number).putInt(14, bytes + 92);
        info.putShort(40, (short) bytes);
        info.put(66, (byte) 1);
        return info.array();
    }

    /** The time of day of the CPU: two bytes, then a DATE_AND_TIME. */
    byte[] clock() {
        long nanos = cpu.clock.epochNanos();
        ByteBuffer clock = ByteBuffer.allocate(10);
        clock.putShort(0, (short) CENTURY);
        var unused = Elementary.DATE_AND_TIME.put(nanos - Math.floorMod(nanos, NANOS_PER_MILLI), clock, 2, 0);
        return clock.array();
    }
}
