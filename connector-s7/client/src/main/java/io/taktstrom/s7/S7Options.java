package io.taktstrom.s7;

import java.util.List;

import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.DeclaredOptions;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.engine.CpuLinkSettings;

/** The options of an S7 connection. */
public final class S7Options {

    private static final DeclaredOptions OPTIONS = new DeclaredOptions();

    public static final Option<Integer> RACK =
            OPTIONS.whole("rack", 0, 7, 0, "The rack of the CPU; 0 but for some S7-400.");

    public static final Option<Integer> SLOT = OPTIONS.whole(
            "slot",
            0,
            31,
            1,
            "The slot of the CPU: 1 for S7-1200 and S7-1500, 2 for S7-300, as configured for S7-400.");

    public static final Option<String> CONNECTION_TYPE = OPTIONS.choice(
            "connectionType",
            List.of("pg", "op", "basic"),
            "op",
            "Which of the CPU's connections to take: one for programming devices, for operator panels, or another one.");

    private static final String TSAP = "([0-9A-Fa-f]{2}\\.?[0-9A-Fa-f]{2})?";

    private static final String TSAP_FORM = "empty, or a TSAP of two bytes like 02.00";

    public static final Option<String> LOCAL_TSAP = OPTIONS.text(
            "localTsap",
            TSAP,
            TSAP_FORM,
            "",
            "Our TSAP in hexadecimal; empty for 01.00, which fits all but LOGO! and S7-200.");

    public static final Option<String> REMOTE_TSAP = OPTIONS.text(
            "remoteTsap",
            TSAP,
            TSAP_FORM,
            "",
            "The CPU's TSAP in hexadecimal; empty to make it of connectionType, rack and slot.");

    public static final Option<String> BACKEND = OPTIONS.choice(
            "backend",
            List.of("auto", "java", "plc4j"),
            "auto",
            "What carries the requests: our own engine in Java, which auto takes, or Apache PLC4X, for which a program needs"
                    + " connector-s7-plc4j.");

    public static final Option<String> PASSWORD = OPTIONS.add(new Option<>(
            "password",
            new OptionType.Text("[!-~]{0,8}", "at most 8 ASCII characters without blanks"),
            "",
            true,
            "The password of the CPU's protection level, for S7-300 and S7-400; empty for none. It goes over the network"
                    + " hardly hidden."));

    public static final Option<Integer> PDU = OPTIONS.whole(
            "pdu",
            240,
            960,
            960,
            "The largest PDU to ask for, in bytes; the CPU may grant less, mostly 240, 480 or 960.");

    public static final Option<Integer> MAX_IN_FLIGHT = OPTIONS.whole(
            "maxInFlight", 1, 32, 8, "Most requests on their way at once to ask for; the CPU may grant less.");

    public static final Option<Integer> MAX_ITEMS =
            OPTIONS.whole("maxItems", 1, 255, 20, "Most variables in one request; 20 suits every CPU.");

    public static final Option<Boolean> SYSTEM_LISTS = OPTIONS.flag(
            "systemLists",
            true,
            "Whether the device knows system status lists; LOGO! and S7-200 end the connection when asked for one.");

    public static final Option<String> SYMBOLS = OPTIONS.text(
            "symbols",
            "",
            "Files with the names of the CPU's variables, for browsing: sources (.db, .udt, .scl, .awl) and tag tables"
                    + " (.xlsx, .xml) of TIA Portal or STEP 7, separated by commas.");

    public static final Option<String> BLOCK_NUMBERS = OPTIONS.text(
            "blockNumbers",
            "([^,=]+=\\d{1,5}(,[^,=]+=\\d{1,5})*)?",
            "empty, or names with numbers like Line=5,Tank=7",
            "",
            "Numbers of the data blocks whose sources do not say them, as TIA Portal's do not: Line=5,Tank=7.");

    static final List<Option<?>> ALL = OPTIONS.all();

    private static final int OUR_TSAP = 0x0100;
    private static final int SLOTS_PER_RACK = 32;

    private S7Options() {}

    static CpuLinkSettings link(Endpoint endpoint) {
        return new CpuLinkSettings(
                endpoint.host(),
                endpoint.port(),
                tsap(LOCAL_TSAP.of(endpoint), OUR_TSAP),
                tsap(REMOTE_TSAP.of(endpoint), remoteTsap(endpoint)),
                PASSWORD.of(endpoint),
                PDU.of(endpoint),
                MAX_IN_FLIGHT.of(endpoint),
                CommonOptions.HEARTBEAT_INTERVAL.of(endpoint),
                CommonOptions.heartbeatTimeout(endpoint));
    }

    private static int tsap(String text, int otherwise) {
        return text.isEmpty() ? otherwise : Integer.parseInt(text.replace(".", ""), 16);
    }

    private static int remoteTsap(Endpoint endpoint) {
        int type = switch (CONNECTION_TYPE.of(endpoint)) {
            case "pg" -> 1;
            case "op" -> 2;
            default -> 3;
        };
        return type << Byte.SIZE | RACK.of(endpoint) * SLOTS_PER_RACK + SLOT.of(endpoint);
    }
}
