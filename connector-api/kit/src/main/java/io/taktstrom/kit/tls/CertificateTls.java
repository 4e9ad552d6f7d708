package io.taktstrom.kit.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

import io.taktstrom.kit.trust.OwnCertificate;
import org.jspecify.annotations.Nullable;

/** TLS 1.2 (RFC 5246) by the JDK's engine, with a certificate on both sides. No session is resumed: each handshake judges the peer. */
public final class CertificateTls implements TlsEngine {

    private static final String VERSION = "TLSv1.2";

    private final SSLEngine engine;

    private CertificateTls(SSLEngine engine) throws IOException {
        this.engine = engine;
        engine.setEnabledProtocols(new String[] {VERSION});
        engine.beginHandshake();
    }

    /**
     * A client.
     *
     * @param problem why the server's certificate is not trusted, with the remedy; empty when it is
     */
    public static CertificateTls client(OwnCertificate own, Function<X509Certificate, Optional<String>> problem)
            throws IOException {
        SSLEngine engine = engine(own, new Judge(problem));
        engine.setUseClientMode(true);
        return new CertificateTls(engine);
    }

    /** A server that takes any certificate, for now: {@link #peer} is to be judged. */
    public static CertificateTls server(OwnCertificate own) throws IOException {
        SSLEngine engine = engine(own, new Judge(certificate -> Optional.empty()));
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return new CertificateTls(engine);
    }

    private static SSLEngine engine(OwnCertificate own, Judge judge) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance(VERSION);
            context.init(new KeyManager[] {new OwnKey(own)}, new TrustManager[] {judge}, null);
            return context.createSSLEngine();
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot set up TLS with " + own + ": " + e.getMessage(), e);
        }
    }

    /** The peer's certificate, after the handshake. */
    public X509Certificate peer() throws IOException {
        try {
            return (X509Certificate) engine.getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            throw new IOException("the peer shows no certificate", e);
        }
    }

    @Override
    public boolean decrypt(ByteBuffer received, ByteBuffer plain) throws IOException {
        runTasks();
        SSLEngineResult result = engine.unwrap(received, plain);
        runTasks();
        return result.bytesConsumed() > 0 || result.bytesProduced() > 0 || hasOutput();
    }

    private void runTasks() {
        for (Runnable task = task(); task != null; task = task()) {
            task.run();
        }
    }

    private @Nullable Runnable task() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK ? engine.getDelegatedTask() : null;
    }

    @Override
    public boolean encrypt(ByteBuffer plain, ByteBuffer sealed) throws IOException {
        Status status = engine.wrap(plain, sealed).getStatus();
        runTasks();
        return status == Status.OK;
    }

    @Override
    public boolean isHandshaking() {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    @Override
    public boolean hasOutput() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    @Override
    public boolean isClosed() {
        return engine.isInboundDone();
    }

    @Override
    public void end() {
        engine.closeOutbound();
    }

    /** Shows our certificate whatever authorities the peer names: a peer that knows the certificate itself may name none of ours. */
    private static final class OwnKey extends X509ExtendedKeyManager {

        private static final String NAME = "own";

        private final OwnCertificate own;

        OwnKey(OwnCertificate own) {
            this.own = own;
        }

        private @Nullable String nameFor(String... kinds) {
            return Arrays.asList(kinds).contains(own.keys().getPrivate().getAlgorithm()) ? NAME : null;
        }

        @Override
        public @Nullable String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
            return nameFor(kinds);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String kind, Principal[] issuers, SSLEngine engine) {
            return nameFor(kind);
        }

        @Override
        public X509Certificate[] getCertificateChain(String name) {
            return own.chain().toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String name) {
            return own.keys().getPrivate();
        }

        // What follows is for sockets, which are not used here.

        @Override
        public @Nullable String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
            return nameFor(kinds);
        }

        @Override
        public @Nullable String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
            return nameFor(kind);
        }

        @Override
        public String[] getClientAliases(String kind, Principal[] issuers) {
            return new String[] {NAME};
        }

        @Override
        public String[] getServerAliases(String kind, Principal[] issuers) {
            return new String[] {NAME};
        }
    }

    /** Asks for each certificate of a peer what is wrong with it. */
    private static final class Judge extends X509ExtendedTrustManager {

        private final Function<X509Certificate, Optional<String>> problem;

        Judge(Function<X509Certificate, Optional<String>> problem) {
            this.problem = problem;
        }

        private void judge(X509Certificate[] chain) throws CertificateException {
            Optional<String> found = problem.apply(chain[0]);
            if (found.isPresent()) {
                throw new CertificateException(found.get());
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
                throws CertificateException {
            judge(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
                throws CertificateException {
            judge(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
                throws CertificateException {
            judge(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
                throws CertificateException {
            judge(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            judge(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            judge(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
