package io.taktstrom.ads.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A pragma of the PLC program, {@code {attribute 'name' := 'value'}}, that came with a symbol, a data type or a member.
 *
 * <pre>
 *  +----------+ then each: +-------------+--------------+------+---+-------+---+
 *  | count 2  |            | name length | value length | name | 0 | value | 0 |
 *  +----------+            +------ 1 ----+------ 1 -----+------+---+-------+---+
 * </pre>
 */
public record Attribute(String name, String value) {

    static List<Attribute> readList(TableReader reader) throws MalformedFrameException {
        List<Attribute> attributes = new ArrayList<>();
        for (int count = reader.unsignedShort(); count > 0; count--) {
            int nameBytes = reader.unsignedByte();
            int valueBytes = reader.unsignedByte();
            attributes.add(new Attribute(reader.text(nameBytes), reader.text(valueBytes)));
        }
        return List.copyOf(attributes);
    }
}
