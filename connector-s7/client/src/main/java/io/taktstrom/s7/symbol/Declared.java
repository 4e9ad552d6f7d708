package io.taktstrom.s7.symbol;

import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.type.S7Type;

/** A type as a source writes it, before names are looked up. */
sealed interface Declared {

    /** Elementary, or a string. */
    record Plain(S7Type type) implements Declared {}

    /** The name of a PLC data type. */
    record Named(Token name) implements Declared {}

    record Array(Declared element, List<ArrayType.Bound> bounds, Token at) implements Declared {}

    record Structure(List<Member> members, Token at) implements Declared {}

    /** One line of a structure. */
    record Member(Token name, Declared type) {}
}
