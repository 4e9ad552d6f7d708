package io.taktstrom.ads.protocol;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UdpMessageTest {

    // ads-tc2-cx-discovery-addroute frame 1; TwinCAT System Manager; ITI/ICS-Security-Tools, CC BY 4.0
    private static final byte[] IDENTIFY = hex(
            "0366147100000000" // cookie, invoke id
                    + "01000000" // identify
                    + "c0a801c70101" // 192.168.1.199.1.1
                    + "1027" // port 10000
                    + "00000000"); // no tags

    // ads-tc2-cx-discovery-addroute frame 2; TwinCAT 2.11 CX; ITI/ICS-Security-Tools, CC BY 4.0
    static final byte[] TWINCAT_2 = hex(
            "0366147100000000" // cookie, invoke id
                    + "01000080" // answer to identify
                    + "050d756001011027" // 5.13.117.96.1.1:10000
                    + "03000000" // tags
                    + "05000a0043585f30443735363000" // computer name
                    + "04001401" // OS version, 276 bytes
                    + "1401000006000000000000000000000003000000" // size, 6.0.0, platform 3
                    + "00".repeat(256)
                    + "03000400020bb408"); // TwinCAT 2.11 build 2228

    // "ADS Discovery Response from 192.168.23.20.1.1"; TwinCAT 3.1; apache/plc4x ParserSerializerTestsuite, Apache-2.0
    static final byte[] TWINCAT_3 = hex(
            "0366147100000000" // cookie, invoke id
                    + "01000080" // answer to identify
                    + "c0a8171401011027" // 192.168.23.20.1.1:10000
                    + "04000000" // tags
                    + "05000700424b5f4950430004001401" // computer name; OS version, 276 bytes
                    + "140100000600000001000000b11d000002000000" // size, 6.1.7601, platform 2
                    + "53006500720076006900630065002000" + "5000610063006b0020003100" // Service Pack 1
                    + "00".repeat(256 - 28)
                    + "0300040003" + "01b80f" // TwinCAT 3.1 build 4024
                    + "12004100" // fingerprint, 65 bytes
                    + "33653835653931653538643466636131666436636361333233323363386135613266653063343231323435323438"
                    + "33303662373638353034323665353532623100");

    // "ADS Add Route Request from 10.10.10.10.1.1"; made, not captured: apache/plc4x ParserSerializerTestsuite,
    // Apache-2.0
    private static final byte[] ADD_ROUTE = hex(
            "0366147100000000" // cookie, invoke id
                    + "06000000" // add route
                    + "0a0a0a0a0101" + "1027" // 10.10.10.10.1.1:10000
                    + "05000000" // tags
                    + "0c000c0031302e31302e31302e313000" // route name
                    + "070006000a0a0a0a0101" // net id
                    + "0d000900757365726e616d6500" // user name: username
                    + "0200090070617373776f726400" // password: password
                    + "05000c0031302e31302e31302e313000"); // address

    // ads-tc2-cx-addroute1 frame 2; TwinCAT 2.11 CX; ITI/ICS-Security-Tools, CC BY 4.0
    private static final byte[] ROUTE_ADDED = hex(
            "0366147100000000" // cookie, invoke id
                    + "06000080" // answer to add route
                    + "050d756001011027" // 5.13.117.96.1.1:10000
                    + "01000000" // tags
                    + "0100040000000000"); // status 0

    static final List<byte[]> REAL = List.of(IDENTIFY, TWINCAT_2, TWINCAT_3, ADD_ROUTE, ROUTE_ADDED);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static UdpMessage read(byte[] bytes) throws MalformedFrameException {
        return UdpMessage.read(bytes, bytes.length);
    }

    @ParameterizedTest
    @FieldSource("REAL")
    void whatWasReadIsWrittenAgainByteForByte(byte[] bytes) throws MalformedFrameException {
        assertThat(read(bytes).bytes()).isEqualTo(bytes);
    }

    @Test
    void whoAsksForDevicesSendsHeaderOnly() {
        AmsAddress sender = AmsAddress.parse("192.168.1.199.1.1:10000");
        assertThat(UdpMessage.request(UdpMessage.IDENTIFY, sender, List.of()).bytes())
                .isEqualTo(IDENTIFY);
    }

    @Test
    void aTwinCat2SaysWhoItIs() throws MalformedFrameException {
        assertThat(Identity.of(read(TWINCAT_2)))
                .isEqualTo(new Identity(
                        AmsNetId.parse("5.13.117.96.1.1"), "CX_0D7560", "2.11.2228", "Windows CE 6.0.0", ""));
    }

    @Test
    void aTwinCat3SaysWhoItIsAndItsFingerprint() throws MalformedFrameException {
        assertThat(Identity.of(read(TWINCAT_3)))
                .isEqualTo(new Identity(
                        AmsNetId.parse("192.168.23.20.1.1"),
                        "BK_IPC",
                        "3.1.4024",
                        "Windows 6.1.7601 Service Pack 1",
                        "3e85e91e58d4fca1fd6cca32323c8a5a2fe0c421245248306b76850426e552b1"));
    }

    @Test
    void anAnswerWithoutTagsHasANetIdAndNothingElse() throws MalformedFrameException {
        UdpMessage answer = answer(List.of());
        assertThat(Identity.of(answer)).isEqualTo(new Identity(AmsNetId.parse("1.2.3.4.5.6"), "", "", "", ""));
    }

    @Test
    void tagsOfUnknownSizeSayNothing() throws MalformedFrameException {
        UdpMessage answer = answer(List.of(
                new UdpTag(UdpTag.TWINCAT_VERSION, new byte[3]),
                new UdpTag(UdpTag.OS_VERSION, new byte[19]),
                new UdpTag(UdpTag.COMPUTER_NAME, new byte[0])));
        assertThat(Identity.of(answer)).isEqualTo(new Identity(AmsNetId.parse("1.2.3.4.5.6"), "", "", "", ""));
    }

    @Test
    void aRequestForARouteNamesItAndWhereItLeads() {
        AmsNetId netId = AmsNetId.parse("10.10.10.10.1.1");
        UdpMessage request = UdpMessage.request(
                UdpMessage.ADD_ROUTE,
                new AmsAddress(netId, AmsPort.SYSTEM_SERVICE),
                List.of(
                        UdpTag.text(UdpTag.ROUTE_NAME, "10.10.10.10"),
                        UdpTag.netId(UdpTag.NET_ID, netId),
                        UdpTag.text(UdpTag.USER_NAME, "username"),
                        UdpTag.text(UdpTag.PASSWORD, "password"),
                        UdpTag.text(UdpTag.COMPUTER_NAME, "10.10.10.10")));
        assertThat(request.bytes()).isEqualTo(ADD_ROUTE);
    }

    @Test
    void theAnswerToARouteIsAStatus() throws MalformedFrameException {
        UdpMessage answer = read(ROUTE_ADDED);
        assertThat(answer.isAnswerTo(read(ADD_ROUTE))).isTrue();
        assertThat(answer.isAnswerTo(read(IDENTIFY))).isFalse();
        assertThat(answer.tag(UdpTag.STATUS).orElseThrow().number()).hasValue(0);
    }

    @Test
    void anAnswerWithAnotherInvokeIdIsNotOurs() throws MalformedFrameException {
        byte[] other = ROUTE_ADDED.clone();
        other[4] = 1;
        assertThat(read(other).isAnswerTo(read(ADD_ROUTE))).isFalse();
    }

    @Test
    void aPasswordIsNotPrinted() throws MalformedFrameException {
        assertThat(read(ADD_ROUTE).toString()).doesNotContain("password").contains("tag 2 (9 bytes)");
    }

    @ParameterizedTest
    @FieldSource("REAL")
    void aDatagramCutAnywhereIsMalformed(byte[] bytes) {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void moreTagsThanThereAreAreMalformedBeforeAnythingIsAllocated() {
        byte[] many = ROUTE_ADDED.clone();
        Arrays.fill(many, 20, 24, (byte) 0xFF);
        assertThatThrownBy(() -> read(many))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("4294967295 tags");
        many[20] = 65;
        Arrays.fill(many, 21, 24, (byte) 0);
        assertThatThrownBy(() -> read(many)).hasMessageContaining("65 tags");
        many[20] = 2;
        assertThatThrownBy(() -> read(many)).hasMessageContaining("tag 1 is cut off");
    }

    @Test
    void aTagLongerThanTheDatagramIsMalformed() {
        byte[] wrong = ROUTE_ADDED.clone();
        wrong[26] = (byte) 0xFF;
        wrong[27] = (byte) 0xFF;
        assertThatThrownBy(() -> read(wrong)).hasMessageContaining("tag 0 is cut off");
    }

    @Test
    void anotherProtocolOnThePortIsMalformed() {
        byte[] other = IDENTIFY.clone();
        other[0] = 4;
        assertThatThrownBy(() -> read(other)).hasMessageContaining("0x71146604");
    }

    @Test
    void aDatagramBeyondTheLimitIsMalformed() {
        assertThatThrownBy(() -> read(new byte[UdpMessage.MAX_BYTES + 1])).hasMessageContaining("1473 bytes");
        List<UdpTag> big = List.of(new UdpTag(1, new byte[UdpMessage.MAX_BYTES]));
        AmsAddress sender = AmsAddress.parse("1.2.3.4.5.6:1");
        assertThatThrownBy(() -> UdpMessage.request(1, sender, big)).isInstanceOf(IllegalArgumentException.class);
    }

    private static UdpMessage answer(List<UdpTag> tags) throws MalformedFrameException {
        UdpMessage asked = read(IDENTIFY);
        return new UdpMessage(
                asked.invokeId(), asked.service() | UdpMessage.RESPONSE, AmsAddress.parse("1.2.3.4.5.6:10000"), tags);
    }
}
