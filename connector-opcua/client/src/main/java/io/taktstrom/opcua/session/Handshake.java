package io.taktstrom.opcua.session;

import java.security.NoSuchAlgorithmException;
import java.security.Security;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.opcua.channel.UaChannel;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsResponse;
import org.eclipse.milo.opcua.stack.core.util.CertificateUtil;
import org.eclipse.milo.opcua.stack.core.util.EndpointUtil;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.jspecify.annotations.Nullable;

/**
 * From nothing to an active session, within the connect timeout.
 *
 * <pre>
 *   without security   channel: GetEndpoints, login, unless the server is to be followed elsewhere
 *   with security      channel: GetEndpoints, end     secure channel: login
 * </pre>
 */
record Handshake(LinkSettings settings, ConnectionObserver observer, long deadline) {

    /** As Milo asks for it; the JDK knows it by another name only. */
    private static final String RSA_PSS = "SHA256withRSA/PSS";

    Handshake(LinkSettings settings, ConnectionObserver observer) {
        this(settings, observer, System.nanoTime() + settings.connectTimeout().toNanos());
    }

    /** @param ticket of a session to resume if the server still knows it; null for a new one */
    UaLink open(@Nullable SessionTicket ticket) throws ConnectFailedException {
        ClientSecureChannel security = new ClientSecureChannel(SecurityPolicy.None, MessageSecurityMode.None);
        UaLink link = channel(settings.host(), settings.port(), settings.url(), security);
        boolean done = false;
        try {
            EndpointDescription[] offered = endpoints(link);
            EndpointDescription endpoint = rewritten(EndpointChoice.choose(settings, List.of(offered)));
            boolean secure = !settings.security().isNone();
            if (secure || isElsewhere(endpoint)) {
                security = secure ? secured(endpoint) : security;
                link.abandon();
                link = channel(host(endpoint), port(endpoint), String.valueOf(endpoint.getEndpointUrl()), security);
            }
            new Login(settings, link, endpoint, security, OfferedSecurity.of(offered), observer::onNotice)
                    .activate(ticket);
            done = true;
            return link;
        } catch (ConnectorException e) {
            throw settings.failed("log in", e);
        } finally {
            if (!done) {
                link.abandon();
            }
        }
    }

    private UaLink channel(String host, int port, String url, ClientSecureChannel security)
            throws ConnectFailedException {
        boolean plain = security.getSecurityPolicy() == SecurityPolicy.None;
        String step = "open a " + (plain ? "" : "secure ") + "channel";
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
        try {
            return new UaLink(
                    UaChannel.open(host, port, settings.url(), url, security, settings.messageLimit(), millis),
                    settings,
                    observer,
                    deadline);
        } catch (ConnectorException e) {
            throw settings.failed(step, e);
        }
    }

    private EndpointDescription[] endpoints(UaLink link) throws ConnectorException {
        EndpointDescription[] endpoints = link.call(
                        "ask for endpoints",
                        GetEndpointsResponse.class,
                        header -> new GetEndpointsRequest(
                                header, settings.url(), null, new String[] {Stack.TCP_UASC_UABINARY_TRANSPORT_URI}))
                .getEndpoints();
        return endpoints == null ? new EndpointDescription[0] : endpoints;
    }

    /** Judges the server's certificate, before anything secret is sent; the channel takes no other one. */
    private ClientSecureChannel secured(EndpointDescription endpoint) throws ConnectFailedException {
        provideAlgorithms();
        AppIdentity own = settings.security().identity();
        try {
            List<X509Certificate> chain = CertificateUtil.decodeCertificates(
                    endpoint.getServerCertificate().bytesOrEmpty());
            if (own == null || chain.isEmpty()) {
                throw new UaException(StatusCodes.Bad_SecurityChecksFailed, "the server shows no certificate");
            }
            judge(own.check(), chain.get(0), endpoint.getServer().getApplicationUri());
            return new ClientSecureChannel(
                    own.keys(),
                    own.certificate(),
                    List.of(own.certificate()),
                    chain.get(0),
                    chain,
                    SecurityPolicy.fromUri(endpoint.getSecurityPolicyUri()),
                    endpoint.getSecurityMode());
        } catch (UaException e) {
            throw new ConnectFailedException(
                    "connect to " + settings.url() + ", trust the server: " + e.getMessage(), e);
        }
    }

    private void judge(ServerCheck check, X509Certificate certificate, @Nullable String uri)
            throws ConnectFailedException {
        observer.onCertificate(CertificateHolder.PEER, certificate.getNotAfter().toInstant());
        Instant now = Instant.ofEpochSecond(0, settings.budget().clock().epochNanos());
        Optional<String> problem = check.problem(certificate, settings.host(), uri == null ? "" : uri, now);
        if (problem.isPresent()) {
            throw new ConnectFailedException("connect to " + settings.url() + ", trust the server: " + problem.get());
        }
    }

    /** Adds Bouncy Castle behind the JDK's own providers, unless all that is needed is there. */
    private static void provideAlgorithms() {
        try {
            Signature.getInstance(RSA_PSS);
        } catch (NoSuchAlgorithmException e) {
            Security.addProvider(new BouncyCastleProvider());
        }
    }

    // ---- where the server says that it is

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
        observer.onNotice("the server at " + settings.url() + " names itself " + url
                + ", which is not where we found it; we stay (rewriteUrl: false to follow)");
        return rewritten;
    }

    private String host(EndpointDescription endpoint) {
        String named = EndpointUtil.getHost(String.valueOf(endpoint.getEndpointUrl()));
        return settings.rewriteUrl() || named == null ? settings.host() : named;
    }

    private int port(EndpointDescription endpoint) {
        String url = String.valueOf(endpoint.getEndpointUrl());
        return settings.rewriteUrl() || EndpointUtil.getHost(url) == null ? settings.port() : EndpointUtil.getPort(url);
    }

    /** Whether the server names another place than where we are, and we are to follow it. */
    private boolean isElsewhere(EndpointDescription endpoint) {
        return !host(endpoint).equalsIgnoreCase(settings.host()) || port(endpoint) != settings.port();
    }
}
