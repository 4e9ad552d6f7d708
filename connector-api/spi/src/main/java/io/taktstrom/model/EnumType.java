package io.taktstrom.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An enumeration: an integer whose values have names.
 *
 * @param name the device's name of the type
 * @param base the integer type that holds it
 * @param members in the device's order
 */
public record EnumType(String name, ScalarType base, List<Member> members) implements DataType {

    /** One named value. */
    public record Member(String name, long value) {}

    public EnumType {
        members = List.copyOf(members);
        if (base.kind() != ScalarType.Kind.SIGNED && base.kind() != ScalarType.Kind.UNSIGNED) {
            throw new IllegalArgumentException(
                    "enumeration " + name + " cannot be based on " + base + "; it needs an integer type");
        }
    }

    @Override
    public String text() {
        return name;
    }

    @Override
    public int imageBytes() {
        return base.imageBytes();
    }

    @Override
    public int arenaBytes() {
        return 0;
    }

    /** The member with this value, or null. */
    public @Nullable Member member(long value) {
        for (Member member : members) {
            if (member.value() == value) {
                return member;
            }
        }
        return null;
    }

    /** The member of this name (case does not matter, as in IEC 61131-3), or null. */
    public @Nullable Member member(String memberName) {
        for (Member member : members) {
            if (member.name().equalsIgnoreCase(memberName)) {
                return member;
            }
        }
        return null;
    }
}
