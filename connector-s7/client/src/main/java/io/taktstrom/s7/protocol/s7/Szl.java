package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Partial lists of the system status ("Systemzustandsliste"): what a CPU knows of itself.
 *
 * <pre>
 *  request payload:  id (2)  index (2)
 *  answer payload:   id (2)  index (2)  bytes of a record (2)  records (2)  records ...
 * </pre>
 *
 * <p>Source: captures s7-300-cpu315-everything frames 3 to 14, s7-300-plc-status-szl; ids as in Siemens' "System and
 * Standard Functions for S7-300/400", chapter 33.
 */
public final class Szl {

    public static final int SUBFUNCTION = 1;

    /** Identification: order number, firmware. Records of 28 bytes. */
    public static final int IDENTIFICATION = 0x0011;
    /** Names of plant, module, serial number. Records of 34 bytes. */
    public static final int COMPONENT = 0x001C;
    /** Operating mode. */
    public static final int MODE = 0x0424;

    /** Index of the record of {@link #IDENTIFICATION} that has the order number of the CPU. */
    public static final int ORDER_NUMBER = 1;
    /** Index of the record of {@link #IDENTIFICATION} that has the version of the firmware. */
    public static final int FIRMWARE = 7;

    /** Characters of an order number. */
    public static final int ORDER_NUMBER_BYTES = 20;
    /** Characters of a text in {@link #COMPONENT}. */
    public static final int NAME_BYTES = 32;

    /** Index of the record of {@link #COMPONENT} that has the name of the automation system. */
    public static final int SYSTEM_NAME = 1;
    /** Index of the record of {@link #COMPONENT} that has the name of the module. */
    public static final int MODULE_NAME = 2;
    /** Index of the record of {@link #COMPONENT} that has the serial number. */
    public static final int SERIAL_NUMBER = 5;
    /** Index of the record of {@link #COMPONENT} that has the type of the module. */
    public static final int MODULE_TYPE = 7;

    private static final int HEADER_BYTES = 8;
    private static final int RECORD_LENGTH = 4;
    private static final int RECORDS = 6;

    private static final int MODE_BYTE = 3;
    private static final int FIRMWARE_BYTES = 24;

    private Szl() {}

    /** Writes a request; returns the size of the PDU. */
    public static int writeRequest(ByteBuffer buffer, int pdu, int reference, int id, int index) {
        int bytes = UserData.writeFirst(buffer, pdu, reference, UserData.GROUP_CPU, SUBFUNCTION, 4);
        buffer.putShort(pdu + UserData.FIRST_PAYLOAD, (short) id);
        buffer.putShort(pdu + UserData.FIRST_PAYLOAD + 2, (short) index);
        return bytes;
    }

    /**
     * Checks the payload of an answer, of several PDUs one after the other: the records are inside. What is read below from
     * an empty buffer is empty.
     */
    public static void check(ByteBuffer list, int bytes, int id) throws MalformedFrameException {
        if (bytes < HEADER_BYTES || Short.toUnsignedInt(list.getShort(0)) != id) {
            throw new MalformedFrameException("no system status list 0x" + Integer.toHexString(id), 0);
        }
        int records = records(list);
        if (recordBytes(list) < (records == 0 ? 0 : 2) || (long) records * recordBytes(list) > bytes - HEADER_BYTES) {
            throw new MalformedFrameException(
                    records + " records of " + recordBytes(list) + " bytes in a list of " + bytes, RECORD_LENGTH);
        }
    }

    public static int records(ByteBuffer list) {
        return list.capacity() < HEADER_BYTES ? 0 : Short.toUnsignedInt(list.getShort(RECORDS));
    }

    private static int recordBytes(ByteBuffer list) {
        return Short.toUnsignedInt(list.getShort(RECORD_LENGTH));
    }

    /** Position of the record with this index, which its first two bytes are; -1 if there is none. After {@link #check}. */
    private static int record(ByteBuffer list, int index, int leastBytes) {
        for (int i = 0; i < records(list) && recordBytes(list) >= leastBytes; i++) {
            int at = HEADER_BYTES + i * recordBytes(list);
            if (Short.toUnsignedInt(list.getShort(at)) == index) {
                return at;
            }
        }
        return -1;
    }

    /** The text of a record: its next {@code bytes} without zeros and blanks at the end; empty if there is none. */
    public static String text(ByteBuffer list, int index, int bytes) {
        int at = record(list, index, 2 + bytes);
        if (at < 0) {
            return "";
        }
        byte[] text = new byte[bytes];
        list.get(at + 2, text);
        int end = 0;
        while (end < bytes && text[end] != 0) {
            end++;
        }
        return new String(text, 0, end, StandardCharsets.ISO_8859_1).strip();
    }

    /** The version of the firmware, for example {@code 3.2.7}; empty if the list has none. */
    public static String firmware(ByteBuffer list) {
        int at = record(list, FIRMWARE, FIRMWARE_BYTES + 4);
        // A letter V and three numbers: 56 03 02 07.
        return at < 0 || list.get(at + FIRMWARE_BYTES) != 'V'
                ? ""
                : (list.get(at + FIRMWARE_BYTES + 1) & 0xFF) + "." + (list.get(at + FIRMWARE_BYTES + 2) & 0xFF) + "."
                        + (list.get(at + FIRMWARE_BYTES + 3) & 0xFF);
    }

    /** The operating mode in the words of Siemens, from a list {@link #MODE}. */
    public static String mode(ByteBuffer list) {
        if (records(list) == 0 || recordBytes(list) <= MODE_BYTE) {
            return "UNKNOWN";
        }
        int mode = list.get(HEADER_BYTES + MODE_BYTE) & 0x0F;
        return switch (mode) {
            case 0x1, 0x2, 0x3, 0x4, 0xE -> "STOP";
            case 0x5, 0x6, 0x7, 0xB -> "STARTUP";
            case 0x8, 0x9 -> "RUN";
            case 0xA -> "HOLD";
            case 0xD -> "DEFECTIVE";
            default -> "UNKNOWN";
        };
    }
}
