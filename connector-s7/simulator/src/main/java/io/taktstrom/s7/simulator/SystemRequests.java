package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.s7.simulator.model.CpuAccess;

/**
 * Questions to the system of the CPU; an answer that is too long for one PDU comes in pieces, each asked for. One
 * connection's; call under the CPU's lock.
 *
 * <pre>
 *  10          13       14       15          16       17         18      19      20
 *  | 00 01 12  | length | method | kind,group| func.  | sequence | unit  | more  | error  |  DataItem
 * </pre>
 *
 * <p>Source: capture s7-300-cpu315-everything frames 3 to 16, 23 and 24.
 */
final class SystemRequests {

    private static final int GROUP_SECURITY = 5;
    private static final int GROUP_TIME = 7;
    private static final int PASSWORD = 1;
    private static final int CLEAR_PASSWORD = 2;
    private static final int READ_CLOCK = 1;
    private static final int PASSWORD_BYTES = 8;

    private static final int HEAD = 0x000112;
    private static final int PARAMETER_BYTES = 8;
    private static final int FOLLOWING_PARAMETER_BYTES = 12;
    private static final int GROUP = 5;
    private static final int SUBFUNCTION = 6;
    private static final int SEQUENCE = 7;

    private final Cpu cpu;
    private boolean unlocked;
    private final SystemLists lists;
    private byte[] pending = new byte[0];
    private int sent;
    private int sequence;

    SystemRequests(Cpu cpu) {
        this.cpu = cpu;
        lists = new SystemLists(cpu);
    }

    /** Whether the client has given the password. */
    boolean isUnlocked() {
        return unlocked;
    }

    int answer(ByteBuffer in, ByteBuffer out, int pduBytes) {
        int at = S7Header.parameters(in, 0);
        int parameters = S7Header.parameterBytes(in, 0);
        boolean known = parameters == PARAMETER_BYTES || parameters == FOLLOWING_PARAMETER_BYTES;
        if (!known || in.getInt(at) >>> 8 != HEAD || S7Header.dataBytes(in, 0) < DataItem.HEADER_BYTES) {
            return VarRequests.refuse(in, out, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
        }
        int group = in.get(at + GROUP) & 0x0F;
        int function = in.get(at + SUBFUNCTION) & 0xFF;
        boolean following = parameters == FOLLOWING_PARAMETER_BYTES;
        if (following && (in.get(at + SEQUENCE) & 0xFF) == sequence && sent < pending.length) {
            return piece(in, out, group, function, pduBytes);
        }
        int payload = S7Header.data(in, 0) + DataItem.HEADER_BYTES;
        int bytes = S7Header.dataBytes(in, 0) - DataItem.HEADER_BYTES;
        int error = ask(in, group, function, payload, bytes);
        if (error != S7ErrorCode.NONE) {
            return error(in, out, group, function, error);
        }
        sent = 0;
        sequence = sequence % 255 + 1;
        return piece(in, out, group, function, pduBytes);
    }

    /** Puts the answer into {@link #pending}; returns an error of the protocol, or none. */
    private int ask(ByteBuffer in, int group, int function, int payload, int bytes) {
        pending = new byte[0];
        if (group == GROUP_SECURITY) {
            return security(in, function, payload, bytes);
        }
        byte[] answer = null;
        int unknown = S7ErrorCode.FUNCTION_NOT_SUPPORTED;
        if (group == UserData.GROUP_CPU && function == 1 && bytes >= 4) {
            int id = Short.toUnsignedInt(in.getShort(payload));
            answer = lists.statusList(id, Short.toUnsignedInt(in.getShort(payload + 2)));
            unknown = SystemLists.knows(id) ? S7ErrorCode.SZL_INDEX_UNKNOWN : S7ErrorCode.SZL_ID_UNKNOWN;
        } else if (group == UserData.GROUP_BLOCK && function == 1) {
            answer = lists.blockCounts();
        } else if (group == UserData.GROUP_BLOCK && function == 2) {
            byte[] list = lists.blocks(bytes >= 2 ? in.getShort(payload) : 0);
            answer = list.length == 0 ? null : list;
            unknown = S7ErrorCode.BLOCK_NOT_FOUND;
        } else if (group == UserData.GROUP_BLOCK && function == 3 && bytes >= 7) {
            byte[] digits = new byte[5];
            in.get(payload + 2, digits);
            String number = new String(digits, StandardCharsets.US_ASCII);
            boolean valid = number.matches("\\d{5}");
            answer = valid ? lists.blockInfo(in.getShort(payload), Integer.parseInt(number)) : null;
            unknown = S7ErrorCode.BLOCK_NOT_FOUND;
        } else if (group == GROUP_TIME && function == READ_CLOCK) {
            answer = lists.clock();
        }
        if (answer == null) {
            return unknown;
        }
        pending = answer;
        return S7ErrorCode.NONE;
    }

    private int security(ByteBuffer in, int function, int payload, int bytes) {
        CpuAccess access = cpu.access;
        boolean none = access.password().isEmpty();
        if (function == CLEAR_PASSWORD) {
            unlocked = false;
            return none ? S7ErrorCode.ALREADY_ENABLED : S7ErrorCode.NONE;
        }
        if (function != PASSWORD || bytes < PASSWORD_BYTES) {
            return S7ErrorCode.FUNCTION_NOT_SUPPORTED;
        }
        if (none) {
            return S7ErrorCode.NO_PASSWORD;
        }
        byte[] hidden = new byte[PASSWORD_BYTES];
        in.get(payload, hidden);
        boolean right = password(hidden).equals(access.password());
        unlocked = right;
        return right ? S7ErrorCode.NONE : S7ErrorCode.WRONG_PASSWORD;
    }

    /** Each byte is hidden by 0x55 and the hidden one two places before it; blanks fill up. */
    private static String password(byte[] hidden) {
        byte[] plain = new byte[hidden.length];
        for (int i = 0; i < hidden.length; i++) {
            plain[i] = (byte) (hidden[i] ^ 0x55 ^ (i < 2 ? 0 : hidden[i - 2]));
        }
        return new String(plain, StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private int piece(ByteBuffer in, ByteBuffer out, int group, int function, int pduBytes) {
        int most = pduBytes - UserData.PAYLOAD;
        int bytes = Math.min(most, pending.length - sent);
        boolean more = sent + bytes < pending.length;
        head(in, out, group, function, more, S7ErrorCode.NONE, bytes);
        boolean empty = pending.length == 0;
        DataItem.write(
                out,
                UserData.PAYLOAD - DataItem.HEADER_BYTES,
                empty ? ReturnCode.NOT_AVAILABLE : ReturnCode.OK,
                empty ? 0 : DataItem.OCTETS,
                bytes);
        out.put(UserData.PAYLOAD, pending, sent, bytes);
        sent += bytes;
        return UserData.PAYLOAD + bytes;
    }

    private int error(ByteBuffer in, ByteBuffer out, int group, int function, int error) {
        head(in, out, group, function, false, error, 0);
        DataItem.write(out, UserData.PAYLOAD - DataItem.HEADER_BYTES, ReturnCode.NOT_AVAILABLE, 0, 0);
        return UserData.PAYLOAD;
    }

    private void head(
            ByteBuffer in, ByteBuffer out, int group, int function, boolean more, int error, int payloadBytes) {
        S7Header.write(
                out,
                0,
                S7Header.USER_DATA,
                S7Header.reference(in, 0),
                FOLLOWING_PARAMETER_BYTES,
                DataItem.HEADER_BYTES + payloadBytes);
        int at = S7Header.REQUEST_BYTES;
        out.putInt(at, (HEAD << 8) | (FOLLOWING_PARAMETER_BYTES - 4));
        out.put(at + 4, (byte) 0x12);
        out.put(at + GROUP, (byte) (0x80 | group));
        out.put(at + SUBFUNCTION, (byte) function);
        out.put(at + SEQUENCE, (byte) sequence);
        out.put(at + 8, (byte) 0);
        out.put(at + 9, (byte) (more ? 1 : 0));
        out.putShort(at + 10, (short) error);
    }
}
