package io.taktstrom.testkit.contract;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** The types that a device has for the contract, by name. */
final class RequiredTypes {

    static final String ARRAY = "ARRAY";
    static final String ARRAY_OF_BOOL = "ARRAY OF BOOL";
    static final String ARRAY_OF_ARRAY = "ARRAY in several dimensions";
    static final String STRUCT = "STRUCT";
    static final String ENUM = "enumeration";

    static final List<String> NAMES = Stream.concat(
                    Arrays.stream(ScalarType.values()).map(ScalarType::text),
                    Stream.of("STRING", "WSTRING", ARRAY, ARRAY_OF_BOOL, ARRAY_OF_ARRAY, STRUCT, ENUM))
            .toList();

    private RequiredTypes() {}

    static String nameOf(DataType type) {
        if (type instanceof ScalarType scalar) {
            return scalar.text();
        }
        if (type instanceof StringType string) {
            return string.encoding() == StringType.Encoding.UTF_16LE ? "WSTRING" : "STRING";
        }
        if (type instanceof ArrayType array) {
            return array.bounds().size() > 1
                    ? ARRAY_OF_ARRAY
                    : array.element() == ScalarType.BOOL ? ARRAY_OF_BOOL : ARRAY;
        }
        return type instanceof EnumType ? ENUM : STRUCT;
    }
}
