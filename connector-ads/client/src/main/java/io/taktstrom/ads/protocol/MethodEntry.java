package io.taktstrom.ads.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A method of a data type that may be called over ADS (TcAdsDef.h of TwinCAT: AdsMethodEntry, AdsMethodParaEntry; attributes
 * and {@link #NOT_CALLABLE} as ads-client 2.1.0 knows them from TwinCAT 3.1.4026). A list of them begins with its count, 2 bytes.
 *
 * <pre>
 *   0        4         8        12       16       20         24     40       44      48     50     52        54
 *  +--------+---------+--------+--------+--------+----------+------+--------+-------+------+------+---------+--------+- -
 *  | length | version | vtable | return | return | reserved | return | return | flags | name | type | comment | para-  |
 *  |        |         | index  | size   | align  |          | GUID   | type id|       | ---- lengths -------- | meters |
 *  +--------+---------+--------+--------+--------+----------+--------+--------+-------+-----------------------+--------+- -
 *   - - name 0 return type 0 comment 0, parameters, attributes if flagged 8
 *
 *   0        4      8       12        16      20         24     40             42     44     46        48
 *  +--------+------+-------+---------+-------+----------+------+--------------+------+------+---------+- -
 *  | length | size | align | type id | flags | reserved | GUID | length is    | name | type | comment |
 *  |        |      |       |         |       |          |      | parameter    | ---- lengths -------- |
 *  +--------+------+-------+---------+-------+----------+------+--------------+-----------------------+- -
 *   - - name 0 type 0 comment 0, attributes if flagged 0x40
 * </pre>
 *
 * @param name empty when the description is malformed
 * @param returnType empty when it returns nothing
 * @param returnTypeId see {@link AdsTypeId}
 * @param returnSize unsigned, in bytes
 */
public record MethodEntry(
        String name, String returnType, int returnTypeId, int returnSize, int flags, List<Parameter> parameters) {

    /** ADSMETHODFLAG_NOTCALLABLE. */
    public static final int NOT_CALLABLE = 4;

    /**
     * What a method takes or gives.
     *
     * @param size unsigned, in bytes
     * @param typeId see {@link AdsTypeId}
     * @param lengthIs number of the parameter that says how long this one is, from 1 on; 0 for none
     */
    public record Parameter(
            String name, String typeName, int typeId, int size, int flags, int lengthIs, List<Attribute> attributes) {

        /** ADSMETHODPARAFLAG_IN; with {@link #OUT} for what goes both ways. */
        public static final int IN = 1;
        /** ADSMETHODPARAFLAG_OUT. */
        public static final int OUT = 2;

        /** ADSMETHODPARAFLAG_BYREFERENCE, _RPC_OUTPTR and _RPC_ARRAYDIM_MASK: an address, or of any length. */
        private static final int INDIRECT = 0x3C;

        private static final int ATTRIBUTES = 0x40;
        private static final int MIN_BYTES = 51;

        /** Whether what is sent for it is not simply its value. */
        public boolean isIndirect() {
            return (flags & INDIRECT) != 0 || lengthIs != 0;
        }

        private static Parameter read(TableReader table) throws MalformedFrameException {
            TableReader entry = table.entry(MIN_BYTES);
            int size = entry.int32();
            entry.skip(4); // alignment
            int typeId = entry.int32();
            int flags = entry.int32();
            entry.skip(20); // reserved and GUID
            int lengthIs = entry.unsignedShort();
            int nameBytes = entry.unsignedShort();
            int typeBytes = entry.unsignedShort();
            int commentBytes = entry.unsignedShort();
            String name = entry.text(nameBytes);
            String typeName = entry.text(typeBytes);
            entry.text(commentBytes);
            List<Attribute> attributes = (flags & ATTRIBUTES) != 0 ? Attribute.readList(entry) : List.of();
            return new Parameter(name, typeName, typeId, size, flags, lengthIs, attributes);
        }
    }

    /** One whose description is malformed is skipped: nothing but its calls needs it, and an upload is worth more. */
    static List<MethodEntry> readList(TableReader reader) throws MalformedFrameException {
        List<MethodEntry> methods = new ArrayList<>();
        for (int count = reader.unsignedShort(); count > 0; count--) {
            TableReader entry = reader.entry(Integer.BYTES);
            try {
                methods.add(read(entry));
            } catch (MalformedFrameException e) {
                methods.add(new MethodEntry("", "", 0, 0, NOT_CALLABLE, List.of()));
            }
        }
        return List.copyOf(methods);
    }

    private static MethodEntry read(TableReader entry) throws MalformedFrameException {
        entry.skip(8); // version and vtable index
        int returnSize = entry.int32();
        entry.skip(24); // alignment, reserved and GUID
        int returnTypeId = entry.int32();
        int flags = entry.int32();
        int nameBytes = entry.unsignedShort();
        int typeBytes = entry.unsignedShort();
        int commentBytes = entry.unsignedShort();
        int parameterCount = entry.unsignedShort();
        String name = entry.text(nameBytes);
        String returnType = entry.text(typeBytes);
        entry.text(commentBytes);
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < parameterCount; i++) {
            parameters.add(Parameter.read(entry));
        }
        return new MethodEntry(name, returnType, returnTypeId, returnSize, flags, List.copyOf(parameters));
    }
}
