package io.taktstrom.kit.trust;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/**
 * Writes an X.509 certificate for a key that signs itself, in DER (RFC 5280, 4.1; the JDK reads certificates and has no public way to make them).
 * Its usages are those of an OPC UA application instance (OPC 10000-6, 6.2.2), which are good for TLS as well.
 *
 * <pre>
 *   SEQUENCE                                  certificate
 *     SEQUENCE                                what is signed
 *       [0] version, serial number, algorithm, issuer, validity, subject, public key, [3] extensions
 *     algorithm, BIT STRING signature
 * </pre>
 */
final class SelfSignedCertificate {

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int VERSION = 0xA0;
    private static final int EXTENSIONS = 0xA3;
    /** Context tags of a GeneralName (RFC 5280, 4.2.1.6), and of the key in an authority's identifier (4.2.1.1). */
    private static final int DNS_NAME = 0x82;

    private static final int URI = 0x86;
    private static final int IP_ADDRESS = 0x87;
    private static final int KEY_IDENTIFIER = 0x80;

    /** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 (RFC 4055, 5). */
    private static final byte[] ALGORITHM = hex("300d06092a864886f70d01010b0500");
    /** Critical: digitalSignature, nonRepudiation, keyEncipherment, dataEncipherment, keyCertSign (RFC 5280, 4.2.1.3). */
    private static final byte[] KEY_USAGE = hex("300e0603551d0f0101ff0404030202f4");
    /** serverAuth and clientAuth (RFC 5280, 4.2.1.12). */
    private static final byte[] PURPOSES = hex("301d0603551d250416301406082b0601050507030106082b06010505070302");
    /** Critical: not an authority (RFC 5280, 4.2.1.9). */
    private static final byte[] NO_AUTHORITY = hex("300c0603551d130101ff04023000");

    private static final byte[] SUBJECT_KEY = hex("0603551d0e");
    private static final byte[] AUTHORITY_KEY = hex("0603551d23");
    private static final byte[] ALTERNATIVE_NAMES = hex("0603551d11");
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private SelfSignedCertificate() {}

    /** @param uri of the application */
    static X509Certificate make(KeyPair keys, String subject, String uri, String host, Instant now, Period valid)
            throws GeneralSecurityException {
        byte[] name = new X500Principal(subject).getEncoded();
        byte[] publicKey = keys.getPublic().getEncoded();
        byte[] id = MessageDigest.getInstance("SHA-1").digest(publicKey);
        ZonedDateTime from = now.minusSeconds(3600).atZone(ZoneOffset.UTC);
        byte[] names = der(
                SEQUENCE,
                der(URI, text(uri)),
                der(DNS_NAME, text(host)),
                der(DNS_NAME, text("localhost")),
                der(IP_ADDRESS, LOOPBACK));
        byte[] signed = der(
                SEQUENCE,
                der(VERSION, der(INTEGER, new byte[] {2})),
                der(INTEGER, BigInteger.valueOf(now.toEpochMilli()).toByteArray()),
                ALGORITHM,
                name,
                der(SEQUENCE, time(from), time(from.plus(valid))),
                name,
                publicKey,
                der(
                        EXTENSIONS,
                        der(
                                SEQUENCE,
                                NO_AUTHORITY,
                                KEY_USAGE,
                                PURPOSES,
                                extension(SUBJECT_KEY, der(OCTET_STRING, id)),
                                extension(AUTHORITY_KEY, der(SEQUENCE, der(KEY_IDENTIFIER, id))),
                                extension(ALTERNATIVE_NAMES, names))));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(signed);
        byte[] whole = der(SEQUENCE, signed, ALGORITHM, der(BIT_STRING, new byte[1], signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] extension(byte[] kind, byte[] value) {
        return der(SEQUENCE, kind, der(OCTET_STRING, value));
    }

    /** UTCTime is for years up to 2049 (RFC 5280, 4.1.2.5). */
    private static byte[] time(ZonedDateTime time) {
        return der(
                UTC_TIME,
                text(DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).format(time)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** Tag, length, and the parts one behind the other. */
    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length > 0x7F) {
            // The number of the bytes of the length, then these (X.690, 8.1.3.5).
            out.write(length > 0xFF ? 0x82 : 0x81);
            if (length > 0xFF) {
                out.write(length >> 8);
            }
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
