package io.taktstrom.ads.simulator.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.model.StructType;

/**
 * Lays out a structure as TwinCAT 3 does: each member starts at a multiple of its own alignment, but of no more than
 * the pack mode (1, 2, 4 or 8 bytes); neighbouring BITs share bytes; the size is a multiple of the largest alignment.
 */
public final class StructureBuilder {

    private static final int DEFAULT_PACK_MODE = 8;

    /** A function block begins with the address of its methods (captured: first members at 8). */
    private static final int METHODS_BYTES = 8;

    private final String name;
    private final int packMode;
    private final boolean union;
    private final List<Member> members = new ArrayList<>();
    private final List<PlcMethod> methods = new ArrayList<>();
    private int end;
    private int alignment = 1;
    /** Next bit of the byte before {@code end}, 0 if that byte takes no more. */
    private int nextBit;

    /** @param packMode 1, 2, 4 or 8, or 0 if the program does not say */
    public StructureBuilder(String name, int packMode) {
        this(name, packMode, false);
    }

    private StructureBuilder(String name, int packMode, boolean union) {
        if (packMode != 0 && packMode != 1 && packMode != 2 && packMode != 4 && packMode != 8) {
            throw new IllegalArgumentException("pack mode " + packMode + ": expected 1, 2, 4 or 8");
        }
        this.name = name;
        this.packMode = packMode;
        this.union = union;
    }

    /** Members of a union all start at 0. */
    public static StructureBuilder union(String name) {
        return new StructureBuilder(name, 0, true);
    }

    public static StructureBuilder functionBlock(String name) {
        StructureBuilder builder = new StructureBuilder(name, 0);
        builder.end = METHODS_BYTES;
        builder.alignment = METHODS_BYTES;
        return builder;
    }

    public StructureBuilder add(String member, PlcType type, String comment) {
        return add(member, type, comment, Map.of());
    }

    /**
     * Adds a member.
     *
     * @param attributes as the program has written them
     */
    public StructureBuilder add(String member, PlcType type, String comment, Map<String, String> attributes) {
        if (union) {
            members.add(new Member(
                    member, type, 0, type instanceof PlcType.Bit ? 0 : StructType.WHOLE, comment, attributes, false));
            alignment = Math.max(alignment, type.alignment());
            end = Math.max(end, type.bytes());
            return this;
        }
        if (type instanceof PlcType.Bit) {
            if (nextBit == 0) {
                end++;
            }
            members.add(new Member(member, type, end - 1, nextBit, comment, attributes, false));
            nextBit = (nextBit + 1) % 8;
            return this;
        }
        nextBit = 0;
        int step = Math.min(type.alignment(), packMode == 0 ? DEFAULT_PACK_MODE : packMode);
        alignment = Math.max(alignment, step);
        end = roundUp(end, step);
        members.add(new Member(member, type, end, StructType.WHOLE, comment, attributes, false));
        end += type.bytes();
        return this;
    }

    /** A property of a function block: the table lists it, at offset 0; it is code and has no memory. */
    public StructureBuilder property(String member, PlcType type) {
        members.add(new Member(member, type, 0, StructType.WHOLE, "", Map.of(), true));
        return this;
    }

    /** A method of a function block that clients may call. */
    public StructureBuilder method(PlcMethod method) {
        methods.add(method);
        return this;
    }

    public PlcType.Structure build(String comment) {
        return build(comment, Map.of());
    }

    /**
     * The structure with all members so far.
     *
     * @param attributes as the program has written them, without {@code pack_mode}
     */
    public PlcType.Structure build(String comment, Map<String, String> attributes) {
        int bytes = Math.max(1, roundUp(end, alignment));
        return new PlcType.Structure(name, members, bytes, alignment, packMode, comment, attributes, methods);
    }

    private static int roundUp(int value, int step) {
        return Math.addExact(value, step - 1) / step * step;
    }
}
