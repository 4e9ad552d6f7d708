package io.taktstrom.ads.simulator.table;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.StructureBuilder;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entries of symbol and data type tables, byte for byte as a TwinCAT 3.1 runtime sent them. Source: the uploads 0xF00B and
 * 0xF00E in ReadSymbolsPort851.cap of densogiaichned/dsian.TwinCAT.Ads.Server.Mock (MIT), recorded by Beckhoff ADS Monitor;
 * entries marked "4024" from the DriverTestsuite of apache/plc4x (Apache-2.0). GUIDs of types that a program defines cannot
 * follow from anything, so they are given.
 */
class CapturedTablesTest {

    private static final PlcType BYTE = new PlcType.Elementary(ScalarType.BYTE);
    private static final PlcType UINT = new PlcType.Elementary(ScalarType.UINT);
    private static final PlcType WORD = new PlcType.Elementary(ScalarType.WORD);
    private static final PlcType BIT = new PlcType.Bit();
    private static final PlcType NET_ID =
            new PlcType.Alias("AMSNETID", new PlcType.Array(BYTE, List.of(new ArrayType.Bound(0, 5))), "");
    private static final PlcType OBJECT_ID = new PlcType.Alias("OTCID", new PlcType.Elementary(ScalarType.UDINT), "");

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

    private static PlcType elementary(ScalarType type) {
        return new PlcType.Elementary(type);
    }

    @Test
    void baseTypesCarryTheirRangeAsAttributes() {
        assertThat(entry(elementary(ScalarType.BOOL))).isEqualTo(hex("""
                70000000 01000000 00000000 00000000 01000000 00000000 21000000 81100000 0400 0400 0000 0000 0000
                424f4f4c00 4259544500 00 95190718000000000000000000000030 0200
                0f01 446973706c61794d696e56616c756500 3000 0f01 446973706c61794d617856616c756500 3100 00"""));
        assertThat(entry(elementary(ScalarType.DINT))).isEqualTo(hex("""
                80000000 01000000 00000000 00000000 04000000 00000000 03000000 81100000 0400 0000 0000 0000 0000
                44494e5400 00 00 95190718000000000000000000000009 0200
                0f0a 446973706c61794d696e56616c756500 2378383030303030303000
                0f0a 446973706c61794d617856616c756500 2378376666666666666600 000000"""));
        assertThat(entry(elementary(ScalarType.LREAL))).isEqualTo(hex("""
                78000000 01000000 00000000 00000000 08000000 00000000 05000000 81100000 0500 0000 0000 0000 0000
                4c5245414c00 00 00 9519071800000000000000000000000e 0200
                0f06 446973706c61794d696e56616c756500 2d313030303000
                0f05 446973706c61794d617856616c756500 313030303000 000000"""));
        assertThat(entry(BIT)).isEqualTo(hex("""
                70000000 01000000 00000000 00000000 01000000 00000000 21000000 a1100000 0300 0000 0000 0000 0000
                42495400 00 00 95190718000000000000000000000010 0200
                0f01 446973706c61794d696e56616c756500 3000 0f01 446973706c61794d617856616c756500 3100
                000000000000"""));
    }

    @Test
    void timesAndStringsCarryTheirGuidsOnly() {
        assertThat(entry(elementary(ScalarType.DT))).as("4024").isEqualTo(hex("""
                50000000 01000000 00000000 00000000 04000000 00000000 13000000 81000000 0d00 0000 0000 0000 0000
                444154455f414e445f54494d4500 00 00 9519071800000000000000000000004d 000000000000"""));
        assertThat(entry(elementary(ScalarType.LTIME))).as("4024").isEqualTo(hex("""
                48000000 01000000 00000000 00000000 08000000 00000000 41000000 81000000 0500 0000 0000 0000 0000
                4c54494d4500 00 00 9519071800000000000000000000004e 000000000000"""));
        assertThat(entry(new PlcType.Elementary(StringType.string(80)))).isEqualTo(hex("""
                48000000 01000000 00000000 00000000 51000000 00000000 1e000000 81000000 0a00 0000 0000 0000 0000
                535452494e472838302900 00 00 95190718000000000000000100000050 00"""));
        assertThat(entry(new PlcType.Elementary(StringType.wstring(80))))
                .as("4024")
                .isEqualTo(hex("""
                48000000 01000000 00000000 00000000 a2000000 00000000 1f000000 81000000 0b00 0000 0000 0000 0000
                57535452494e472838302900 00 00 95190718000000000000000200000050"""));
    }

    @Test
    void anArrayNamesItsElementAndItsDimensions() {
        PlcType one = new PlcType.Array(elementary(ScalarType.REAL), List.of(new ArrayType.Bound(0, 512)));
        PlcType two = new PlcType.Array(
                elementary(ScalarType.INT), List.of(new ArrayType.Bound(0, 5), new ArrayType.Bound(2, 6)));

        assertThat(entry(one)).isEqualTo(hex("""
                60000000 01000000 00000000 00000000 04080000 00000000 04000000 81000000 1600 0400 0000 0100 0000
                4152524159205b302e2e3531325d204f46205245414c00 5245414c00 00 00000000 01020000
                c658a41a595e414d7b2f916d31bbd43a 00"""));
        assertThat(entry(two)).as("4024").isEqualTo(hex("""
                68000000 01000000 00000000 00000000 3c000000 00000000 02000000 81000000 1800 0300 0000 0200 0000
                4152524159205b302e2e352c322e2e365d204f4620494e5400 494e5400 00 00000000 06000000 02000000 05000000
                ebb06350c2924f9379a390239b98c4c3"""));
    }

    @Test
    void anAliasOfAnArrayHasTheDimensionsItself() {
        assertThat(entry(NET_ID)).isEqualTo(hex("""
                58000000 01000000 00000000 00000000 06000000 00000000 11000000 81000000 0800 0400 0000 0100 0000
                414d534e4554494400 4259544500 00 00000000 06000000 95190718000000000000000000000041 00000000000000"""));
    }

    @Test
    void anEnumerationListsItsMembers() {
        EnumType members = new EnumType(
                "PLC.EPlcPersistentStatus",
                ScalarType.USINT,
                List.of(
                        new EnumType.Member("PS_None", 0),
                        new EnumType.Member("PS_All", 1),
                        new EnumType.Member("PS_Partial", 2)));

        assertThat(entry(new PlcType.Enumeration(members, ""))).isEqualTo(hex("""
                80000000 01000000 00000000 00000000 01000000 00000000 11000000 81200000 1800 0500 0000 0000 0000
                504c432e45506c6350657273697374656e7453746174757300 5553494e5400 00
                28e69145cedb334eae0b7eb853aa256e 0300
                07 50535f4e6f6e6500 00 06 50535f416c6c00 01 0a 50535f5061727469616c00 02 00000000"""));
    }

    @Test
    void aStructureListsItsMembers() {
        PlcType version = new StructureBuilder("VERSION", 0)
                .add("uiMajor", UINT, "")
                .add("uiMinor", UINT, "")
                .add("uiServicePack", UINT, "")
                .add("uiPatch", UINT, "")
                .build("");

        assertThat(entry(version)).isEqualTo(hex("""
                70010000 01000000 00000000 00000000 08000000 00000000 41000000 81000000 0700 0000 0000 0000 0400
                56455253494f4e00 00 00
                48000000 01000000 00000000 00000000 02000000 00000000 12000000 82000000 0700 0400 0000 0000 0000
                75694d616a6f7200 55494e5400 00 95190718000000000000000000000005
                48000000 01000000 01000000 00000000 02000000 02000000 12000000 82000000 0700 0400 0000 0000 0000
                75694d696e6f7200 55494e5400 00 95190718000000000000000000000005
                4e000000 01000000 02000000 00000000 02000000 04000000 12000000 82000000 0d00 0400 0000 0000 0000
                7569536572766963655061636b00 55494e5400 00 95190718000000000000000000000005
                48000000 01000000 03000000 00000000 02000000 06000000 12000000 82000000 0700 0400 0000 0000 0000
                7569506174636800 55494e5400 00 95190718000000000000000000000005
                020a17467e86376c7ada8906b58ade1b 000000000000"""));
    }

    /** Unlike the four of VERSION, they are not numbered; nor are two or three of any other captured type. */
    @Test
    void upToThreeMembersAreNotNumbered() {
        PlcType address = new StructureBuilder("AMSADDR", 0)
                .add("netId", NET_ID, "")
                .add("port", WORD, "")
                .build("");

        assertThat(entry(address)).isEqualTo(hex("""
                d8000000 01000000 00000000 00000000 08000000 00000000 41000000 81000000 0700 0000 0000 0000 0200
                414d534144445200 00 00
                4a000000 01000000 00000000 00000000 06000000 00000000 11000000 82000000 0500 0800 0000 0000 0000
                6e6574496400 414d534e4554494400 00 95190718000000000000000000000041
                45000000 01000000 00000000 00000000 02000000 06000000 12000000 82000000 0400 0400 0000 0000 0000
                706f727400 574f524400 00 95190718000000000000000000000004
                95190718000000000000000000000042 0000000000"""));
    }

    @Test
    void aFunctionBlockBeginsBehindTheAddressOfItsMethods() {
        PlcType time = elementary(ScalarType.TIME);
        PlcType bool = elementary(ScalarType.BOOL);
        PlcType.Structure timer = StructureBuilder.functionBlock("Tc2_Standard.TON")
                .add("IN", bool, "")
                .add("PT", time, "")
                .add("Q", bool, "")
                .add("ET", time, "")
                .add("M", bool, "")
                .add("StartTime", time, "")
                .build("");

        assertThat(timer.bytes()).as("4024").isEqualTo(32);
        assertThat(timer.members()).extracting(PlcType.Structure.Member::offset).containsExactly(8, 12, 16, 20, 24, 28);
        assertThat(entry(timer)).as("4024").contains(hex("""
                42000000 01000000 04000000 00000000 01000000 18000000 21000000 82000000 0100 0400 0000 0000 0000
                4d00 424f4f4c00 00 95190718000000000000000000000030
                4a000000 01000000 05000000 00000000 04000000 1c000000 13000000 82000000 0900 0400 0000 0000 0000
                537461727454696d6500 54494d4500 00 95190718000000000000000000000048"""));
    }

    /** The captured property is number 8 of FB_CaseStateMachine: id 0xE0008, offset 0, flags 0xC2. */
    @Test
    void aPropertyIsListedWithoutMemory() {
        PlcType bool = elementary(ScalarType.BOOL);
        PlcType.Structure block = StructureBuilder.functionBlock("FB_Valve")
                .add("a", bool, "")
                .add("b", bool, "")
                .add("c", bool, "")
                .property("nState", elementary(ScalarType.INT))
                .build("");

        assertThat(entry(block)).contains(hex("""
                01000000 03000e00 00000000 02000000 00000000 02000000 c2000000 0600 0300 0000 0000 0000
                6e537461746500 494e5400 00 95190718000000000000000000000006"""));
        assertThat(((StructType) block.image()).fields()).hasSize(3);
    }

    @Test
    void pointersAndReferencesNameTheirTarget() {
        PlcType text = new PlcType.Elementary(StringType.string(80));

        assertThat(entry(new PlcType.Pointer(text, false))).isEqualTo(hex("""
                60000000 01000000 00000000 00000000 08000000 00000000 41000000 81000000 1500 0a00 0000 0000 0000
                504f494e54455220544f20535452494e472838302900 535452494e472838302900 00
                c0bc4710ad1ba589aa210d2729c1df11 00000000"""));
        assertThat(entry(new PlcType.Pointer(elementary(ScalarType.DINT), true)))
                .isEqualTo(hex("""
                58000000 01000000 00000000 00000000 08000000 00000000 41000000 81000000 1100 0400 0000 0000 0000
                5245464552454e434520544f2044494e5400 44494e5400 00 1820da66ef115ea6975446ef40829516
                000000000000"""));
    }

    /** Member pszName of _Implicit_Task_Info. */
    @Test
    void aMemberThatIsAPointerHasTheTypeIdOfItsTarget() {
        PlcType text = new PlcType.Elementary(StringType.string(80));
        PlcType.Structure task = new StructureBuilder("_Implicit_Task_Info", 0)
                .add("dwVersion", elementary(ScalarType.DWORD), "")
                .add("pszName", new PlcType.Pointer(text, false), "")
                .add("nPriority", elementary(ScalarType.INT), "")
                .add("bWatchdog", elementary(ScalarType.BOOL), "")
                .build("");

        assertThat(entry(task)).contains(hex("""
                01000000 01000000 00000000 08000000 08000000 1e000000 82000800 0700 1500 0000 0000 0000
                70737a4e616d6500 504f494e54455220544f20535452494e472838302900 00
                c0bc4710ad1ba589aa210d2729c1df11"""));
    }

    /** Member sName of Tc3_EventLogger.FB_TcSourceInfo, but for its number and its being a property. */
    @Test
    void aMemberCarriesItsAttributes() {
        PlcType text = new PlcType.Elementary(new StringType(StringType.Encoding.UTF_8, 255));
        PlcType.Structure source = new StructureBuilder("ST_Source", 0)
                .add("sName", text, "", Map.of("TcEncoding", "UTF-8"))
                .build("");

        assertThat(entry(source)).as("4024").contains(hex("""
                62000000 01000000 00000000 00000000 00010000 00000000 1e000000 82100000 0500 0b00 0000 0000 0000
                734e616d6500 535452494e47283235352900 00 951907180000000000000001000000ff
                0100 0a05 5463456e636f64696e6700 5554462d3800"""));
    }

    @Test
    void aPackedStructureWithBitsSaysItsPackModeAndCountsBits() {
        PlcType dut = new StructureBuilder("DUT", 1)
                .add("netId", NET_ID, "")
                .add("port", WORD, "")
                .add("byteBeforeBit", BYTE, "")
                .add("bit0", BIT, "")
                .add("bit1", BIT, "")
                .add("bit2", BIT, "")
                .add("byteAfterBit", BYTE, "")
                .build("");

        assertThat(entry(dut)).isEqualTo(hex("""
                48020000 01000000 00000000 00000000 0b000000 00000000 41000000 81100000 0300 0000 0000 0000 0700
                44555400 00 00
                4a000000 01000000 00000000 00000000 06000000 00000000 11000000 82000000 0500 0800 0000 0000 0000
                6e6574496400 414d534e4554494400 00 95190718000000000000000000000041
                45000000 01000000 01000000 00000000 02000000 06000000 12000000 82000000 0400 0400 0000 0000 0000
                706f727400 574f524400 00 95190718000000000000000000000004
                4e000000 01000000 02000000 00000000 01000000 08000000 11000000 82000000 0d00 0400 0000 0000 0000
                627974654265666f726542697400 4259544500 00 95190718000000000000000000000001
                44000000 01000000 03000000 00000000 01000000 48000000 21000000 a2000000 0400 0300 0000 0000 0000
                6269743000 42495400 00 95190718000000000000000000000010
                44000000 01000000 04000000 00000000 01000000 49000000 21000000 a2000000 0400 0300 0000 0000 0000
                6269743100 42495400 00 95190718000000000000000000000010
                44000000 01000000 05000000 00000000 01000000 4a000000 21000000 a2000000 0400 0300 0000 0000 0000
                6269743200 42495400 00 95190718000000000000000000000010
                4d000000 01000000 06000000 00000000 01000000 0a000000 11000000 82000000 0c00 0400 0000 0000 0000
                62797465416674657242697400 4259544500 00 95190718000000000000000000000001
                655f9006446a654c55af0231ea2b7974 0100 0901 7061636b5f6d6f646500 3100 0000"""));
    }

    @Test
    void aSymbolSaysWhereItIsAndOfWhatType() {
        PlcVariable taskObject = variable(
                "TwinCAT_SystemInfoVarList._TaskOid_PlcTask", OBJECT_ID, 0x4040, 0x5F8D4, new Symbol.Place.Data());
        PlcType appInfo = new PlcType.Structure("PLC.PlcAppSystemInfo", List.of(), 256, 8, 0, "");

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
        assertThat(entry(variable(
                        "MAIN.counter", elementary(ScalarType.DINT), 0xF030, 0x5EE68, new Symbol.Place.Output())))
                .isEqualTo(hex("""
                        60000000 30f00000 68ee0500 04000000 03000000 0810 0000 0c00 0400 0000
                        4d41494e2e636f756e74657200 44494e5400 00 95190718000000000000000000000009
                        0100 0d06 5463416464726573735479706500 4f757470757400 000000000000"""));
    }

    private static PlcVariable variable(String name, PlcType type, int group, int offset, Symbol.Place place) {
        Symbol symbol = new Symbol(name, type, place, null, Map.of(), "", true, false);
        return new PlcVariable(name, type, new PlcMemory(group, 8), offset, StructType.WHOLE, "", symbol);
    }
}
