package io.taktstrom.ads.simulator.model;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.model.StructType;

/**
 * Lays out a structure as TwinCAT 3 does: each member starts at a multiple of its own alignment, but of no more than
 * the pack mode (1, 2, 4 or 8 bytes); neighbouring BITs share bytes; the size is a multiple of the largest alignment.
 */
public final class StructureBuilder {

    private static final int DEFAULT_PACK_MODE = 8;

    private final String name;
    private final int packMode;
    private final List<Member> members = new ArrayList<>();
    private int end;
    private int alignment = 1;
    /** Next bit of the byte before {@code end}, 0 if that byte takes no more. */
    private int nextBit;

    /** @param packMode 1, 2, 4 or 8, or 0 if the program does not say */
    public StructureBuilder(String name, int packMode) {
        if (packMode != 0 && packMode != 1 && packMode != 2 && packMode != 4 && packMode != 8) {
            throw new IllegalArgumentException("pack mode " + packMode + " is none of 1, 2, 4, 8");
        }
        this.name = name;
        this.packMode = packMode;
    }

    public StructureBuilder add(String member, PlcType type, String comment) {
        if (type instanceof PlcType.Bit) {
            if (nextBit == 0) {
                end++;
            }
            members.add(new Member(member, type, end - 1, nextBit, comment));
            nextBit = (nextBit + 1) % 8;
            return this;
        }
        nextBit = 0;
        int step = Math.min(type.alignment(), packMode == 0 ? DEFAULT_PACK_MODE : packMode);
        alignment = Math.max(alignment, step);
        end = roundUp(end, step);
        members.add(new Member(member, type, end, StructType.WHOLE, comment));
        end += type.bytes();
        return this;
    }

    public PlcType.Structure build(String comment) {
        return new PlcType.Structure(name, members, Math.max(1, roundUp(end, alignment)), alignment, packMode, comment);
    }

    private static int roundUp(int value, int step) {
        return Math.addExact(value, step - 1) / step * step;
    }
}
