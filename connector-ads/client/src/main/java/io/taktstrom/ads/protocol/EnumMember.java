package io.taktstrom.ads.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A name for a value of an enumeration.
 *
 * <pre>
 *  +----------+ then each: +-------------+------+---+----------------------+
 *  | count 2  |            | name length | name | 0 | value, size of type  |
 *  +----------+            +------ 1 ----+------+---+----------------------+
 * </pre>
 */
public record EnumMember(String name, long value) {

    static List<EnumMember> readList(TableReader reader, int bytes, boolean signed) throws MalformedFrameException {
        List<EnumMember> members = new ArrayList<>();
        for (int count = reader.unsignedShort(); count > 0; count--) {
            String name = reader.text(reader.unsignedByte());
            members.add(new EnumMember(name, reader.integer(bytes, signed)));
        }
        return List.copyOf(members);
    }
}
