package io.taktstrom.ads.simulator.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entries of symbol and data type tables, byte for byte as a TwinCAT 3.1 runtime sent them. Source: the uploads 0xF00B and
 * 0xF00E in ReadSymbolsPort851.cap of densogiaichned/dsian.TwinCAT.Ads.Server.Mock (MIT), recorded by Beckhoff ADS Monitor;
 * entries marked "4024" from the DriverTestsuite of apache/plc4x (Apache-2.0). GUIDs of types that a program defines cannot
 * follow from anything, so they are given.
 */
class CapturedTablesTest {

    private static final PlcType OBJECT_ID =
            new PlcType.Alias("OTCID", new PlcType.Elementary(ScalarType.UDINT), "", Map.of());

    private static final Map<String, String> GUIDS = guids(
            "AMSNETID", "95190718000000000000000000000041",
            "OTCID", "9519071800000000000000000000000f",
            "AMSADDR", "95190718000000000000000000000042",
            "POINTER TO STRING(80)", "c0bc4710ad1ba589aa210d2729c1df11",
            "REFERENCE TO DINT", "1820da66ef115ea6975446ef40829516",
            "VERSION", "020a17467e86376c7ada8906b58ade1b",
            "DUT", "655f9006446a654c55af0231ea2b7974",
            "PLC.EPlcPersistentStatus", "28e69145cedb334eae0b7eb853aa256e",
            "PLC.PlcAppSystemInfo", "6edf1f94ce37304caa233236afa461e2",
            "ARRAY [0..512] OF REAL", "c658a41a595e414d7b2f916d31bbd43a",
            "ARRAY [0..5,2..6] OF INT", "ebb06350c2924f9379a390239b98c4c3");

    private static Map<String, String> guids(String... namesAndGuids) {
        Map<String, String> guids = new HashMap<>();
        for (int i = 0; i < namesAndGuids.length; i += 2) {
            guids.put(namesAndGuids[i], namesAndGuids[i + 1]);
        }
        return guids;
    }

    private static UUID guid(PlcType type) {
        String given = GUIDS.get(type.name());
        if (given == null) {
            return TypeFacts.guid(type);
        }
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(given));
        long high = Integer.toUnsignedLong(Integer.reverseBytes(bytes.getInt())) << 32
                | Integer.toUnsignedLong(Short.toUnsignedInt(Short.reverseBytes(bytes.getShort())) << 16)
                | Short.toUnsignedInt(Short.reverseBytes(bytes.getShort()));
        return new UUID(high, bytes.getLong());
    }

    private static String entry(PlcType type) {
        TableWriter writer = new TableWriter();
        new TypeTableWriter(writer, CapturedTablesTest::guid).write(type, false);
        return HexFormat.of().formatHex(writer.toBytes());
    }

    private static String entry(PlcVariable variable) {
        TableWriter writer = new TableWriter();
        SymbolTableWriter.write(writer, variable, CapturedTablesTest::guid);
        return HexFormat.of().formatHex(writer.toBytes());
    }

    private static String hex(String lines) {
        return lines.replaceAll("\\s", "");
    }

    private static final AdsModel TYPES = AdsModel.parse("""
            types:
              AMSNETID: {alias: "ARRAY[0..5] OF BYTE"}
              PLC.EPlcPersistentStatus: {enum: USINT, members: {PS_None: 0, PS_All: 1, PS_Partial: 2}}
              VERSION: {struct: {uiMajor: UINT, uiMinor: UINT, uiServicePack: UINT, uiPatch: UINT}}
              AMSADDR: {struct: {netId: AMSNETID, port: WORD}}
              Tc2_Standard.TON: {functionBlock: {IN: BOOL, PT: TIME, Q: BOOL, ET: TIME, M: BOOL, StartTime: TIME}}
              FB_Valve: {functionBlock: {a: BOOL, b: BOOL, c: BOOL}, properties: {nState: INT}}
              _Implicit_Task_Info:
                struct: {dwVersion: DWORD, pszName: POINTER TO STRING(80), nPriority: INT, bWatchdog: BOOL}
              I_TcSourceInfo:
                functionBlock: {a: BOOL}
                methods: {__getnId: {type: UDINT}, __getsName: {type: STRING(255)}}
              FB_TcSourceInfo:
                functionBlock: {a: BOOL}
                methods: {__setnId: {inputs: {nId: UDINT}}, __setsName: {inputs: {sName: STRING(255)}}}
              ST_Source: {struct: {sName: {type: STRING(255), attributes: {TcEncoding: UTF-8}}}}
              DUT:
                pack: 1
                struct: {netId: AMSNETID, port: WORD, byteBeforeBit: BYTE, bit0: BIT, bit1: BIT, bit2: BIT, byteAfterBit: BYTE}
            symbols:
              a: BOOL
              b: DINT
              c: LREAL
              d: DT
              e: LTIME
              f: STRING(80)
              g: WSTRING(80)
              h: "ARRAY[0..512] OF REAL"
              i: "ARRAY[0..5, 2..6] OF INT"
              j: POINTER TO STRING(80)
              k: REFERENCE TO DINT
            """);

    private static PlcType type(String name) {
        return Stream.of(
                        TYPES.types().stream(),
                        TYPES.symbols().stream().map(Symbol::type),
                        Stream.of(new PlcType.Bit()))
                .flatMap(types -> types)
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Stream<Arguments> capturedTypes() throws IOException {
        try (InputStream file = CapturedTablesTest.class.getResourceAsStream("captured-types.txt")) {
            String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("(?m)^#.*", "");
            return Pattern.compile("\\[(.*)]( \\.\\.\\.)?\\n([0-9a-f\\s]+)")
                    .matcher(text)
                    .results()
                    .map(entry -> Arguments.of(entry.group(1), entry.group(2) == null, hex(entry.group(3))));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("capturedTypes")
    void anEntryOfTheTypeTableIsAsCaptured(String name, boolean whole, String hex) {
        if (whole) {
            assertThat(entry(type(name))).isEqualTo(hex);
        } else {
            assertThat(entry(type(name))).contains(hex);
        }
    }

    @Test
    void aFunctionBlockBeginsBehindTheAddressOfItsMethodsAndAPropertyHasNoMemory() {
        PlcType.Structure timer = (PlcType.Structure) type("Tc2_Standard.TON");

        assertThat(timer.bytes()).as("4024").isEqualTo(32);
        assertThat(timer.members()).extracting(PlcType.Structure.Member::offset).containsExactly(8, 12, 16, 20, 24, 28);
        assertThat(((StructType) type("FB_Valve").image()).fields()).hasSize(3);
    }

    @Test
    void aSymbolSaysWhereItIsAndOfWhatType() {
        PlcVariable taskObject = variable(
                "TwinCAT_SystemInfoVarList._TaskOid_PlcTask", OBJECT_ID, 0x4040, 0x5F8D4, new Symbol.Place.Data());
        PlcType appInfo = new PlcType.Structure("PLC.PlcAppSystemInfo", List.of(), 256, 8, 0, "", Map.of(), List.of());

        assertThat(entry(taskObject)).isEqualTo(hex("""
                60000000 40400000 d4f80500 04000000 13000000 0800 0000 2a00 0500 0000
                5477696e4341545f53797374656d496e666f5661724c6973742e5f5461736b4f69645f506c635461736b00 4f5443494400 00
                9519071800000000000000000000000f"""));
        assertThat(entry(variable(
                        "TwinCAT_SystemInfoVarList._AppInfo", appInfo, 0x4040, 0x5F6D0, new Symbol.Place.Data())))
                .isEqualTo(hex("""
                        68000000 40400000 d0f60500 00010000 41000000 0800 0000 2200 1400 0000
                        5477696e4341545f53797374656d496e666f5661724c6973742e5f417070496e666f00
                        504c432e506c6341707053797374656d496e666f00 00 6edf1f94ce37304caa233236afa461e2 00"""));
    }

    @Test
    void anOutputSaysSoInAnAttribute() {
        assertThat(entry(variable("MAIN.counter", type("DINT"), 0xF030, 0x5EE68, new Symbol.Place.Output())))
                .isEqualTo(hex("""
                        60000000 30f00000 68ee0500 04000000 03000000 0810 0000 0c00 0400 0000
                        4d41494e2e636f756e74657200 44494e5400 00 95190718000000000000000000000009
                        0100 0d06 5463416464726573735479706500 4f757470757400 000000000000"""));
    }

    private static PlcVariable variable(String name, PlcType type, int group, int offset, Symbol.Place place) {
        Symbol symbol = new Symbol(name, type, place, null, Map.of(), "", true, false, Map.of());
        return new PlcVariable(name, type, new PlcMemory(group, 8), offset, StructType.WHOLE, "", symbol);
    }
}
