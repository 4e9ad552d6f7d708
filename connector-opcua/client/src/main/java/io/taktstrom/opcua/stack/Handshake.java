package io.taktstrom.opcua.stack;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.sdk.client.identity.AnonymousProvider;
import org.eclipse.milo.opcua.sdk.client.identity.IdentityProvider;
import org.eclipse.milo.opcua.sdk.client.identity.SignedIdentityToken;
import org.eclipse.milo.opcua.sdk.client.identity.UsernameProvider;
import org.eclipse.milo.opcua.sdk.client.identity.X509IdentityProvider;
import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.SecurityAlgorithm;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.ApplicationType;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.ActivateSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.ApplicationDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSessionResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.eclipse.milo.opcua.stack.core.types.structured.SignatureData;
import org.eclipse.milo.opcua.stack.core.types.structured.SignedSoftwareCertificate;
import org.eclipse.milo.opcua.stack.core.util.CertificateUtil;
import org.eclipse.milo.opcua.stack.core.util.EndpointUtil;
import org.eclipse.milo.opcua.stack.core.util.NonceUtil;
import org.eclipse.milo.opcua.stack.core.util.SignatureUtil;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ubyte;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * From nothing to an active session, within the connect timeout.
 *
 * <pre>
 *   without security   channel: GetEndpoints, CreateSession, ActivateSession
 *   with security      channel: GetEndpoints, end     secure channel: CreateSession, ActivateSession
 * </pre>
 */
final class Handshake {

    private static final int NONCE_BYTES = 32;

    private final LinkSettings settings;
    private final Consumer<String> notice;
    private final LinkEncoding encoding;
    private final long deadline;

    Handshake(LinkSettings settings, Consumer<String> notice) {
        this.settings = settings;
        this.notice = notice;
        this.encoding = new LinkEncoding(settings.maxMessageBytes());
        this.deadline = System.nanoTime() + settings.connectTimeout().toNanos();
    }

    /** An active session. */
    record Opened(OneLifeTransport transport, LinkEncoding encoding, NodeId token, EndpointDescription endpoint) {}

    Opened open() throws ConnectFailedException {
        OneLifeTransport transport = channel(plainEndpoint());
        boolean done = false;
        try {
            List<EndpointDescription> offered = endpoints(transport);
            EndpointDescription chosen = EndpointChoice.choose(settings, offered);
            if (!settings.security().isNone()) {
                Algorithms.provide();
                judge(chosen);
                transport.abort();
                transport = channel(rewritten(chosen));
            }
            Opened opened = session(transport, rewritten(chosen));
            done = true;
            return opened;
        } finally {
            if (!done) {
                transport.abort();
            }
        }
    }

    /** Before anything secret is sent; the channel itself checks once more that this is the certificate. */
    private void judge(EndpointDescription chosen) throws ConnectFailedException {
        try {
            new Application(chosen, settings, encoding, settings.security().identity())
                    .judge(CertificateUtil.decodeCertificates(
                            chosen.getServerCertificate().bytesOrEmpty()));
        } catch (UaException e) {
            throw failed("trust the server", e);
        }
    }

    private EndpointDescription plainEndpoint() {
        return new EndpointDescription(
                settings.url(),
                new ApplicationDescription(
                        null, null, LocalizedText.NULL_VALUE, ApplicationType.Server, null, null, null),
                ByteString.NULL_VALUE,
                MessageSecurityMode.None,
                SecurityPolicy.None.getUri(),
                null,
                Stack.TCP_UASC_UABINARY_TRANSPORT_URI,
                ubyte(0));
    }

    private OneLifeTransport channel(EndpointDescription endpoint) throws ConnectFailedException {
        boolean plain = endpoint.getSecurityMode() == MessageSecurityMode.None;
        Application application = new Application(
                endpoint, settings, encoding, plain ? null : settings.security().identity());
        OneLifeTransport transport = OneLifeTransport.create(settings.connectTimeout());
        try {
            await(
                    "open a " + (plain ? "" : "secure ") + "channel",
                    transport.connectTo(address(endpoint), application));
        } catch (ConnectFailedException e) {
            transport.abort();
            throw e;
        }
        return transport;
    }

    private InetSocketAddress address(EndpointDescription endpoint) throws ConnectFailedException {
        String host = settings.host();
        int port = settings.port();
        String url = endpoint.getEndpointUrl();
        if (!settings.rewriteUrl() && url != null && EndpointUtil.getHost(url) != null) {
            host = String.valueOf(EndpointUtil.getHost(url));
            port = EndpointUtil.getPort(url);
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw failed("find " + host, e);
        }
    }

    private List<EndpointDescription> endpoints(OneLifeTransport transport) throws ConnectFailedException {
        GetEndpointsResponse response = (GetEndpointsResponse) await(
                "ask for endpoints",
                transport.sendRequestMessage(
                        new GetEndpointsRequest(header(NodeId.NULL_VALUE), settings.url(), null, new String[] {
                            Stack.TCP_UASC_UABINARY_TRANSPORT_URI
                        })));
        EndpointDescription[] endpoints = response.getEndpoints();
        return endpoints == null ? List.of() : List.of(endpoints);
    }

    /** Servers behind address translation name hosts that we cannot reach. */
    private EndpointDescription rewritten(EndpointDescription endpoint) {
        String url = String.valueOf(endpoint.getEndpointUrl());
        EndpointDescription rewritten = EndpointUtil.updateUrl(
                endpoint,
                settings.host().indexOf(':') < 0 ? settings.host() : "[" + settings.host() + "]",
                settings.port());
        if (!settings.rewriteUrl() || url.equals(rewritten.getEndpointUrl())) {
            return endpoint;
        }
        notice.accept("the server at " + settings.url() + " names itself " + url
                + ", which is not where we found it; we stay (rewriteUrl: false to follow)");
        return rewritten;
    }

    // ---- session

    private Opened session(OneLifeTransport transport, EndpointDescription endpoint) throws ConnectFailedException {
        SecurityPolicy policy = policy(endpoint);
        ByteString nonce = NonceUtil.generateNonce(NONCE_BYTES);
        ByteString certificate = certificate();
        CreateSessionResponse created = (CreateSessionResponse) await(
                "create a session",
                transport.sendRequestMessage(new CreateSessionRequest(
                        header(NodeId.NULL_VALUE),
                        description(),
                        null,
                        endpoint.getEndpointUrl(),
                        "taktstrom",
                        nonce,
                        certificate,
                        (double) settings.sessionTimeout().toMillis(),
                        uint(settings.maxMessageBytes()))));
        try {
            if (policy != SecurityPolicy.None) {
                checkServer(endpoint, created, certificate, nonce);
            }
            SignedIdentityToken token = identity().getIdentityToken(endpoint, created.getServerNonce());
            await(
                    "activate the session for " + who(),
                    transport.sendRequestMessage(new ActivateSessionRequest(
                            header(created.getAuthenticationToken()),
                            signature(policy, endpoint, created.getServerNonce()),
                            new SignedSoftwareCertificate[0],
                            new String[0],
                            ExtensionObject.encode(encoding, token.getToken()),
                            token.getSignature())));
        } catch (ConnectFailedException e) {
            throw e;
        } catch (Exception e) {
            // Milo's identity providers declare Exception.
            throw failed("log in as " + who(), e);
        }
        return new Opened(transport, encoding, created.getAuthenticationToken(), endpoint);
    }

    /** The session must be with the server whose certificate the channel showed (OPC 10000-4, 5.7.2). */
    private static void checkServer(
            EndpointDescription endpoint, CreateSessionResponse created, ByteString certificate, ByteString nonce)
            throws UaException {
        List<X509Certificate> chain = CertificateUtil.decodeCertificates(
                created.getServerCertificate().bytesOrEmpty());
        X509Certificate expected = CertificateUtil.decodeCertificate(
                endpoint.getServerCertificate().bytesOrEmpty());
        if (chain.isEmpty() || !chain.get(0).equals(expected)) {
            throw new UaException(
                    StatusCodes.Bad_SecurityChecksFailed, "the session's certificate is not that of the channel");
        }
        SignatureData signature = created.getServerSignature();
        SignatureUtil.verify(
                SecurityAlgorithm.fromUri(signature.getAlgorithm()),
                expected,
                concat(certificate.bytesOrEmpty(), nonce.bytesOrEmpty()),
                signature.getSignature().bytesOrEmpty());
    }

    private SignatureData signature(SecurityPolicy policy, EndpointDescription endpoint, ByteString serverNonce)
            throws UaException {
        AppIdentity identity = settings.security().identity();
        if (policy == SecurityPolicy.None || identity == null) {
            return new SignatureData(null, null);
        }
        SecurityAlgorithm algorithm = policy.getAsymmetricSignatureAlgorithm();
        byte[] server = encoded(CertificateUtil.decodeCertificate(
                endpoint.getServerCertificate().bytesOrEmpty()));
        byte[] signature = SignatureUtil.sign(
                algorithm, identity.keys().getPrivate(), ByteBuffer.wrap(concat(server, serverNonce.bytesOrEmpty())));
        return new SignatureData(algorithm.getUri(), ByteString.of(signature));
    }

    private IdentityProvider identity() {
        User user = settings.user();
        if (user instanceof User.Password password) {
            return new UsernameProvider(password.name(), password.password());
        }
        if (user instanceof User.Certificate certificate) {
            return new X509IdentityProvider(certificate.certificate(), certificate.key());
        }
        return AnonymousProvider.INSTANCE;
    }

    private String who() {
        return settings.user() instanceof User.Anonymous ? "anonymous" : String.valueOf(settings.user());
    }

    private ApplicationDescription description() {
        AppIdentity identity = settings.security().identity();
        return new ApplicationDescription(
                identity == null ? "urn:taktstrom" : identity.applicationUri(),
                "urn:taktstrom",
                LocalizedText.english("Taktstrom"),
                ApplicationType.Client,
                null,
                null,
                null);
    }

    private ByteString certificate() throws ConnectFailedException {
        AppIdentity identity = settings.security().identity();
        if (identity == null || settings.security().isNone()) {
            return ByteString.NULL_VALUE;
        }
        try {
            return ByteString.of(encoded(identity.certificate()));
        } catch (UaException e) {
            throw failed("send our certificate", e);
        }
    }

    private SecurityPolicy policy(EndpointDescription endpoint) throws ConnectFailedException {
        try {
            return SecurityPolicy.fromUri(endpoint.getSecurityPolicyUri());
        } catch (UaException e) {
            throw failed("use " + endpoint.getSecurityPolicyUri(), e);
        }
    }

    // ---- waiting

    private RequestHeader header(NodeId token) {
        return new RequestHeader(token, DateTime.now(), uint(0), uint(0), null, uint(millisLeft()), null);
    }

    private long millisLeft() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    private <T> T await(String what, CompletableFuture<T> future) throws ConnectFailedException {
        try {
            return future.get(millisLeft(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, e);
        } catch (TimeoutException e) {
            throw failed(
                    what,
                    new UaException(
                            StatusCodes.Bad_Timeout,
                            "no answer within " + settings.connectTimeout().toMillis() + " ms"));
        } catch (ExecutionException e) {
            throw failed(what, e);
        }
    }

    private ConnectFailedException failed(String what, Throwable cause) {
        return new ConnectFailedException(
                "connect to " + settings.url() + ", " + what + ": " + Failures.reason(cause) + Remedies.of(cause),
                Failures.root(cause));
    }

    private static byte[] encoded(X509Certificate certificate) throws UaException {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new UaException(StatusCodes.Bad_CertificateInvalid, e);
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
