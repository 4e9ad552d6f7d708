package io.taktstrom.s7.symbol;

import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.value.S7Type;

/** A type as a source writes it, before names are looked up. */
sealed interface Declared {

    /** Its size and parts follow from itself. */
    record Plain(S7Type type) implements Declared {}

    /** The name of a PLC data type, or of the function block that a data block is an instance of. */
    record Named(Token name) implements Declared {}

    record Array(Declared element, List<ArrayType.Bound> bounds, Token at) implements Declared {}

    record Structure(List<Member> members, Token at) implements Declared {}

    /** What the source says cannot be taken; its size is not known. */
    record Unknown(String why) implements Declared {}

    /**
     * One line of a structure.
     *
     * @param opens whether it begins a section of a function block, which starts at an even byte
     */
    record Member(Token name, Declared type, boolean opens) {}
}
