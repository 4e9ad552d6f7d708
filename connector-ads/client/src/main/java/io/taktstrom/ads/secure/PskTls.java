package io.taktstrom.ads.secure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.Locale;

import io.taktstrom.kit.tls.TlsEngine;
import org.bouncycastle.tls.BasicTlsPSKIdentity;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.PSKTlsClient;
import org.bouncycastle.tls.PSKTlsServer;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsClientProtocol;
import org.bouncycastle.tls.TlsPSKIdentityManager;
import org.bouncycastle.tls.TlsProtocol;
import org.bouncycastle.tls.TlsServerProtocol;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.2 with a pre-shared key (RFC 4279) by Bouncy Castle: the JDK has none of its cipher suites. Its library may be missing, so this class
 * is loaded only when a pre-shared key is asked for. One thread at a time is inside.
 */
public final class PskTls implements TlsEngine {

    /** Those that TwinCAT takes, it takes no other and no extension (github.com/kevinherron/beckhoff-secure-ads, "PSK Mode"). */
    private static final int[] SUITES = {
        CipherSuite.TLS_PSK_WITH_AES_256_CBC_SHA384,
        CipherSuite.TLS_PSK_WITH_AES_128_CBC_SHA256,
        CipherSuite.TLS_PSK_WITH_AES_256_CBC_SHA,
        CipherSuite.TLS_PSK_WITH_AES_128_CBC_SHA
    };

    private static final int RECORD_HEADER = 5;
    private static final int RECORD_LENGTH = 3;
    private static final int MAX_CONTENT = 1 << 14;

    private final TlsProtocol protocol;

    private PskTls(TlsProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * The key of a password, as TwinCAT computes it: SHA-256 of the identity in upper case and the password, in UTF-8 (InfoSys "TLS /
     * PreSharedKey (PSK)", and PskConfig.Password of TwinCAT.Ads.ConfigurationProviders).
     */
    private static byte[] key(String identity, String password) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest((identity.toUpperCase(Locale.ROOT) + password).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    /** A client. */
    public static PskTls client(String identity, String password) throws IOException {
        BasicTlsPSKIdentity known = new BasicTlsPSKIdentity(identity, key(identity, password));
        TlsClientProtocol protocol = new TlsClientProtocol();
        protocol.connect(new PSKTlsClient(new BcTlsCrypto(new SecureRandom()), known) {
            @Override
            protected int[] getSupportedCipherSuites() {
                return SUITES.clone();
            }

            @Override
            protected ProtocolVersion[] getSupportedVersions() {
                return ProtocolVersion.TLSv12.only();
            }

            @Override
            public @Nullable Hashtable<?, ?> getClientExtensions() {
                return null;
            }
        });
        return new PskTls(protocol);
    }

    /** A server that knows one client. */
    public static PskTls server(String identity, String password) throws IOException {
        byte[] name = identity.getBytes(StandardCharsets.UTF_8);
        TlsServerProtocol protocol = new TlsServerProtocol();
        TlsPSKIdentityManager known = new TlsPSKIdentityManager() {
            @Override
            public byte @Nullable [] getHint() {
                return null;
            }

            @Override
            public byte @Nullable [] getPSK(byte[] asked) {
                return Arrays.equals(asked, name) ? key(identity, password) : null;
            }
        };
        protocol.accept(new PSKTlsServer(new BcTlsCrypto(new SecureRandom()), known) {
            @Override
            protected int[] getSupportedCipherSuites() {
                return SUITES.clone();
            }

            @Override
            protected ProtocolVersion[] getSupportedVersions() {
                return ProtocolVersion.TLSv12.only();
            }
        });
        return new PskTls(protocol);
    }

    @Override
    public synchronized boolean decrypt(ByteBuffer received, ByteBuffer plain) throws IOException {
        boolean isComplete = false;
        if (received.remaining() >= RECORD_HEADER) {
            int at = received.position();
            int bytes = RECORD_HEADER
                    + (received.get(at + RECORD_LENGTH) & 0xFF) * 256
                    + (received.get(at + RECORD_LENGTH + 1) & 0xFF);
            if (bytes > received.capacity()) {
                throw new IOException("a TLS record of " + bytes + " bytes is too large");
            }
            isComplete = bytes <= received.remaining();
            if (isComplete) {
                protocol.offerInput(received.array(), received.arrayOffset() + at, bytes);
                received.position(at + bytes);
            }
        }
        int there = Math.min(protocol.getAvailableInputBytes(), plain.remaining());
        if (there > 0) {
            protocol.readInput(plain.array(), plain.arrayOffset() + plain.position(), there);
            plain.position(plain.position() + there);
        }
        return isComplete || there > 0;
    }

    @Override
    public synchronized boolean encrypt(ByteBuffer plain, ByteBuffer sealed) throws IOException {
        if (protocol.getAvailableOutputBytes() == 0 && plain.hasRemaining()) {
            if (protocol.isClosed()) {
                return false;
            }
            int bytes = Math.min(plain.remaining(), MAX_CONTENT);
            protocol.writeApplicationData(plain.array(), plain.arrayOffset() + plain.position(), bytes);
            plain.position(plain.position() + bytes);
        }
        int there = Math.min(protocol.getAvailableOutputBytes(), sealed.remaining());
        if (there > 0) {
            protocol.readOutput(sealed.array(), sealed.arrayOffset() + sealed.position(), there);
            sealed.position(sealed.position() + there);
        }
        return there > 0;
    }

    @Override
    public synchronized boolean isHandshaking() {
        return protocol.isHandshaking();
    }

    @Override
    public synchronized boolean hasOutput() {
        return protocol.getAvailableOutputBytes() > 0;
    }

    @Override
    public synchronized boolean isClosed() {
        return protocol.isClosed();
    }

    @Override
    public synchronized void end() {
        try {
            protocol.close();
        } catch (IOException e) {
            // It has nowhere to write but its own buffer, and is of no use any more.
            System.getLogger(PskTls.class.getName()).log(System.Logger.Level.DEBUG, "ending TLS", e);
        }
    }
}
