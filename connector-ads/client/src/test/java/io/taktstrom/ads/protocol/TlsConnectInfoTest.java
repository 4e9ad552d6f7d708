package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TlsConnectInfoTest {

    private static final AmsNetId NET_ID = AmsNetId.parse("10.20.30.40.1.1");

    /** By the table of github.com/kevinherron/beckhoff-secure-ads: SelfSigned, from HMI. */
    private static final String REQUEST =
            "4000" + "1000" + "01" + "00" + "0a141e280101" + "00" + "00" + "00".repeat(18) + "484d49" + "00".repeat(29);

    /** The same: AddRemote, SelfSigned, IpAddr and IgnoreCn, with user a and password bc. */
    private static final String NEW_ROUTE = "4300" + "f000" + "01" + "00" + "0a141e280101" + "01" + "02"
            + "00".repeat(18) + "484d49" + "00".repeat(29) + "61" + "6263";

    private static TlsConnectInfo info(int flags, String host, String user, String password) {
        return new TlsConnectInfo(flags, 1, 0, NET_ID, host, user, password);
    }

    private static String hex(TlsConnectInfo info) {
        return HexFormat.of().formatHex(bytes(info));
    }

    private static byte[] bytes(TlsConnectInfo info) {
        ByteBuffer message = info.bytes();
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        return bytes;
    }

    private static TlsConnectInfo read(byte[] bytes) throws MalformedFrameException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return TlsConnectInfo.read(in, TlsConnectInfo.messageBytes(in, bytes.length));
    }

    @Test
    void requestsAreWrittenByTheTable() {
        assertThat(hex(info(TlsConnectInfo.SELF_SIGNED, "HMI", "", ""))).isEqualTo(REQUEST);
        int flags = TlsConnectInfo.ADD_REMOTE
                | TlsConnectInfo.SELF_SIGNED
                | TlsConnectInfo.IP_ADDRESS
                | TlsConnectInfo.IGNORE_COMMON_NAME;
        assertThat(hex(info(flags, "HMI", "a", "bc"))).isEqualTo(NEW_ROUTE);
    }

    @Test
    void messagesAreReadAsTheyWereWritten() throws Exception {
        for (String message : new String[] {REQUEST, NEW_ROUTE}) {
            assertThat(hex(read(HexFormat.of().parseHex(message)))).isEqualTo(message);
        }
        TlsConnectInfo umlaut = info(0, "Prüfstand", "Jörg", "ß");
        assertThat(read(bytes(umlaut))).isEqualTo(umlaut);
    }

    @Test
    void aLongHostNameIsCutAndKeepsItsZero() throws Exception {
        assertThat(read(bytes(info(0, "h".repeat(40), "", ""))).host()).isEqualTo("h".repeat(31));
    }

    @Test
    void aPasswordIsNotShown() {
        assertThat(info(0, "HMI", "ann", "secret").toString()).contains("HMI").doesNotContain("secret");
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> info(0, "", "u".repeat(256), "")).hasMessageContaining("too long");
        assertThatThrownBy(() -> info(0, "", "u".repeat(255), "p".repeat(200))).hasMessageContaining("too long");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 513, 0xFFFF})
    void lengthsThatCannotBeAreMalformed(int length) {
        ByteBuffer in = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN).putShort(0, (short) length);
        assertThatThrownBy(() -> TlsConnectInfo.messageBytes(in, 64))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(length + " bytes; 64 to 512 are allowed");
    }

    @Test
    void theLengthsOfUserAndPasswordMakeUpThatOfTheMessage() {
        for (String wrong :
                new String[] {NEW_ROUTE.replaceFirst("^4300", "4200"), REQUEST.replaceFirst("0{4}(?=0{36}48)", "0100")
                }) {
            assertThatThrownBy(() -> read(HexFormat.of().parseHex(wrong))).isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void eachErrorHasAReasonWithARemedy() {
        for (int error = 1; error <= 5; error++) {
            assertThat(new TlsConnectInfo(1, 1, error, NET_ID, "", "", "").reason())
                    .isNotEmpty();
        }
    }
}
