package io.taktstrom.s7.symbol;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7Struct;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

/**
 * Types that STEP 7 and TIA Portal know without a declaration, as they lie in blocks with standard access.
 *
 * <pre>
 *  POINTER   | DB number 2 | area and bit 4 |
 *  ANY       | 10 | type 1 | count 2 | DB number 2 | area and bit 4 |
 *  IEC_TIMER | start 4 | PT 4 | ET 4 | 12.0 running, 12.1 IN, 12.2 Q | 3 |
 *  counters  | CU CD R LD QU QD | to the next multiple of a value's size | PV | CV |
 * </pre>
 *
 * @see "STEP 7 Professional, information system: system data types (structure lengths 16; 3, 6, 12), hardware data types,
 *     parameter types; the places inside timers and counters are those of the column Offset of their instance blocks"
 */
final class SystemTypes {

    private static final Map<String, S7Type> ALL = all();

    private SystemTypes() {}

    /** The type of this name, whatever its case; null if there is none whose layout is known. */
    static @Nullable S7Type of(String name) {
        return ALL.get(name.toUpperCase(Locale.ROOT));
    }

    private static Map<String, S7Type> all() {
        Map<String, S7Type> all = new TreeMap<>();
        all.put("POINTER", pointer());
        all.put("ANY", any());
        all.put("REMOTE", any());
        // What the CPU finds wrong in its program: its parts mean nothing to anybody else.
        all.put("ERRORSTRUCT", S7Array.of(S7Scalar.BYTE, 28));
        for (String timer : List.of("IEC_TIMER", "TON_TIME", "TOF_TIME", "TP_TIME", "TONR_TIME")) {
            all.put(timer, timer(timer));
        }
        counters(all, "", S7Scalar.INT);
        counters(all, "U", S7Scalar.UINT);
        counters(all, "S", S7Scalar.SINT);
        counters(all, "US", S7Scalar.USINT);
        counters(all, "D", S7Scalar.DINT);
        counters(all, "UD", S7Scalar.UDINT);
        numbers(all, S7Scalar.UINT, "DB_ANY DB_WWW DB_DYN PORT PIP RTM");
        numbers(all, S7Scalar.UINT, "HW_ANY HW_DEVICE HW_DPMASTER HW_DPSLAVE HW_HSC HW_IEPORT HW_INTERFACE HW_IO");
        numbers(all, S7Scalar.UINT, "HW_IOSYSTEM HW_MODULE HW_PTO HW_PWM HW_SUBMODULE");
        numbers(all, S7Scalar.INT, "OB_ANY OB_ATT OB_CYCLIC OB_DELAY OB_DIAG OB_HWINT OB_PCYCLE OB_STARTUP");
        numbers(all, S7Scalar.INT, "OB_TIMEERROR OB_TOD");
        numbers(all, S7Scalar.WORD, "CONN_ANY CONN_OUC CONN_PRG BLOCK_DB BLOCK_FB BLOCK_FC BLOCK_SDB TIMER COUNTER");
        numbers(all, S7Scalar.DWORD, "AOM_AID AOM_IDENT CONN_R_ID EVENT_ANY EVENT_ATT EVENT_HWINT");
        return Map.copyOf(all);
    }

    private static void numbers(Map<String, S7Type> all, S7Scalar type, String names) {
        for (String name : names.split(" ", -1)) {
            all.put(name, type);
        }
    }

    private static S7Type pointer() {
        return new S7Struct(
                "POINTER",
                List.of(
                        new S7Struct.Field("db", S7Scalar.UINT, 0, 0),
                        new S7Struct.Field("pointer", S7Scalar.DWORD, 2, 0)),
                6);
    }

    private static S7Type any() {
        return new S7Struct(
                "ANY",
                List.of(
                        new S7Struct.Field("id", S7Scalar.BYTE, 0, 0),
                        new S7Struct.Field("type", S7Scalar.BYTE, 1, 0),
                        new S7Struct.Field("count", S7Scalar.UINT, 2, 0),
                        new S7Struct.Field("db", S7Scalar.UINT, 4, 0),
                        new S7Struct.Field("pointer", S7Scalar.DWORD, 6, 0)),
                10);
    }

    private static S7Type timer(String name) {
        return new S7Struct(
                name,
                List.of(
                        new S7Struct.Field("PT", S7Scalar.TIME, 4, 0),
                        new S7Struct.Field("ET", S7Scalar.TIME, 8, 0),
                        new S7Struct.Field("IN", S7Scalar.BOOL, 12, 1),
                        new S7Struct.Field("Q", S7Scalar.BOOL, 12, 2)),
                16);
    }

    /** {@code IEC_DCOUNTER}, and what the instructions call the same: {@code CTU_DINT}, {@code CTD_DINT}, {@code CTUD_DINT}. */
    private static void counters(Map<String, S7Type> all, String prefix, S7Scalar value) {
        for (String name : List.of("IEC_" + prefix + "COUNTER", "CTU_" + value, "CTD_" + value, "CTUD_" + value)) {
            int bytes = value.wireBytes();
            all.put(
                    name,
                    new S7Struct(
                            name,
                            List.of(
                                    new S7Struct.Field("CU", S7Scalar.BOOL, 0, 0),
                                    new S7Struct.Field("CD", S7Scalar.BOOL, 0, 1),
                                    new S7Struct.Field("R", S7Scalar.BOOL, 0, 2),
                                    new S7Struct.Field("LD", S7Scalar.BOOL, 0, 3),
                                    new S7Struct.Field("QU", S7Scalar.BOOL, 0, 4),
                                    new S7Struct.Field("QD", S7Scalar.BOOL, 0, 5),
                                    new S7Struct.Field("PV", value, bytes, 0),
                                    new S7Struct.Field("CV", value, 2 * bytes, 0)),
                            3 * bytes));
        }
    }
}
