package io.taktstrom.opcua.session;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.sdk.client.identity.AnonymousProvider;
import org.eclipse.milo.opcua.sdk.client.identity.IdentityProvider;
import org.eclipse.milo.opcua.sdk.client.identity.SignedIdentityToken;
import org.eclipse.milo.opcua.sdk.client.identity.UsernameProvider;
import org.eclipse.milo.opcua.sdk.client.identity.X509IdentityProvider;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.eclipse.milo.opcua.stack.core.security.SecurityAlgorithm;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.ApplicationType;
import org.eclipse.milo.opcua.stack.core.types.structured.ActivateSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.ActivateSessionResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ApplicationDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSessionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSessionResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.SignatureData;
import org.eclipse.milo.opcua.stack.core.types.structured.SignedSoftwareCertificate;
import org.eclipse.milo.opcua.stack.core.types.structured.UserTokenPolicy;
import org.eclipse.milo.opcua.stack.core.util.CertificateUtil;
import org.eclipse.milo.opcua.stack.core.util.NonceUtil;
import org.eclipse.milo.opcua.stack.core.util.SignatureUtil;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * From a channel to an active session.
 *
 * <pre>
 *   new       CreateSession, ActivateSession
 *   resumed   ActivateSession of the session that was active on a channel that is gone (OPC 10000-4, 5.7.3)
 * </pre>
 *
 * @param security of the channel, with the certificates of both sides
 * @param offered what the server said that it offers before the channel was secure
 */
record Login(
        LinkSettings settings,
        UaLink link,
        EndpointDescription endpoint,
        ClientSecureChannel security,
        OfferedSecurity offered,
        Consumer<String> notice) {

    private static final int NONCE_BYTES = 32;

    /** Has the link use the session of the ticket, or a new one without a ticket or when the server refuses. */
    void activate(@Nullable SessionTicket ticket) throws ConnectorException {
        SessionTicket resumed = ticket == null ? null : resume(ticket);
        if (ticket != null && resumed == null) {
            notice.accept("the server at " + settings.url() + " no longer knows our session; it gets a new one");
        }
        link.activated(resumed == null ? create() : resumed, resumed != null);
    }

    private boolean isSecure() {
        return security.getSecurityPolicy() != SecurityPolicy.None;
    }

    private SessionTicket create() throws ConnectorException {
        ByteString nonce = NonceUtil.generateNonce(NONCE_BYTES);
        try {
            ByteString certificate = isSecure() ? security.getLocalCertificateBytes() : ByteString.NULL_VALUE;
            CreateSessionResponse created = link.call(
                    "create a session",
                    CreateSessionResponse.class,
                    header -> new CreateSessionRequest(
                            header,
                            description(),
                            null,
                            endpoint.getEndpointUrl(),
                            "taktstrom",
                            nonce,
                            certificate,
                            (double) settings.sessionTimeout().toMillis(),
                            uint(settings.messageLimit().bytes())));
            OfferedSecurity confirmed = OfferedSecurity.of(created.getServerEndpoints());
            if (isSecure()) {
                checkServer(created, certificate, nonce);
                requireNoDowngrade(confirmed);
            }
            return activate(created.getAuthenticationToken(), created.getServerNonce(), confirmed);
        } catch (UaException e) {
            throw settings.failed("log in as " + user(), e);
        }
    }

    /** Before anything secret is sent. */
    private void requireNoDowngrade(OfferedSecurity confirmed) throws ConnectFailedException {
        if (!confirmed.isKnown()) {
            notice.accept(
                    "the server at " + settings.url() + " does not confirm what security it offers; whether it was"
                            + " changed on the way cannot be seen. State security by name");
            return;
        }
        String difference = confirmed.difference(offered);
        if (!difference.isEmpty()) {
            throw new ConnectFailedException("connect to " + settings.url()
                    + ": refused as a downgrade: over the secure connection the server offers " + confirmed
                    + ", but the list that came before that " + difference
                    + ". It may have been changed on the way: check the network between here and the server");
        }
    }

    /** Null when the server refuses; throws when it is gone. */
    private @Nullable SessionTicket resume(SessionTicket ticket) throws ConnectorException {
        boolean confirmed = ticket.offered.isKnown() && ticket.offered.equals(offered);
        boolean sameOffer = !isSecure() || confirmed;
        if (!ticket.use() || !sameOffer) {
            // Another list than the session was made with: making a new one shows which is true.
            return null;
        }
        try {
            return activate(ticket.token, ticket.serverNonce, ticket.offered);
        } catch (ConnectorException e) {
            link.requireOpen();
            ticket.refused();
            return null;
        }
    }

    private SessionTicket activate(NodeId token, ByteString serverNonce, OfferedSecurity confirmed)
            throws ConnectorException {
        SignedIdentityToken user;
        SignatureData signature;
        try {
            user = identity().getIdentityToken(endpoint, serverNonce);
            signature = signature(serverNonce);
        } catch (Exception e) {
            // Milo's identity providers declare Exception.
            throw settings.failed("log in as " + user(), e);
        }
        ActivateSessionResponse active = link.callAs(
                token,
                "activate the session for " + user(),
                ActivateSessionResponse.class,
                header -> new ActivateSessionRequest(
                        header,
                        signature,
                        new SignedSoftwareCertificate[0],
                        new String[0],
                        MiloEncoding.object(user.getToken()),
                        user.getSignature()));
        ByteString next = active.getServerNonce();
        return new SessionTicket(token, next == null || next.isNullOrEmpty() ? serverNonce : next, confirmed);
    }

    /** The session must be with the server whose certificate the channel showed (OPC 10000-4, 5.7.2). */
    private void checkServer(CreateSessionResponse created, ByteString certificate, ByteString nonce)
            throws UaException {
        List<X509Certificate> chain = CertificateUtil.decodeCertificates(
                created.getServerCertificate().bytesOrEmpty());
        X509Certificate expected = security.getRemoteCertificate();
        if (chain.isEmpty() || !chain.get(0).equals(expected)) {
            throw new UaException(
                    StatusCodes.Bad_SecurityChecksFailed, "the session's certificate is not that of the channel");
        }
        SignatureData signature = created.getServerSignature();
        byte[] signed = ByteBuffer.allocate(certificate.length() + nonce.length())
                .put(certificate.bytesOrEmpty())
                .put(nonce.bytesOrEmpty())
                .array();
        SignatureUtil.verify(
                SecurityAlgorithm.fromUri(signature.getAlgorithm()),
                expected,
                signed,
                signature.getSignature().bytesOrEmpty());
    }

    private SignatureData signature(ByteString serverNonce) throws UaException {
        if (!isSecure()) {
            return new SignatureData(null, null);
        }
        SecurityAlgorithm algorithm = security.getSecurityPolicy().getAsymmetricSignatureAlgorithm();
        byte[] signature = SignatureUtil.sign(
                algorithm,
                security.getKeyPair().getPrivate(),
                ByteBuffer.wrap(security.getRemoteCertificateBytes().bytesOrEmpty()),
                ByteBuffer.wrap(serverNonce.bytesOrEmpty()));
        return new SignatureData(algorithm.getUri(), ByteString.of(signature));
    }

    private IdentityProvider identity() throws ConnectFailedException {
        User user = settings.user();
        if (user instanceof User.Password password) {
            UserTokenPolicy way = EndpointChoice.chooseLogin(settings, endpoint);
            // Milo asks to judge a certificate that no channel has shown: then insecure: true has been stated.
            return new UsernameProvider(
                    password.name(),
                    password.password(),
                    new CertificateValidator.InsecureCertificateValidator(),
                    ways -> way);
        }
        if (user instanceof User.Certificate certificate) {
            return new X509IdentityProvider(certificate.certificate(), certificate.key());
        }
        return AnonymousProvider.INSTANCE;
    }

    private String user() {
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
}
