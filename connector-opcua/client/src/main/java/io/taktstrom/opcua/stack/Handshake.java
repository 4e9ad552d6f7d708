package io.taktstrom.opcua.stack;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.ApplicationType;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.ApplicationDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsResponse;
import org.eclipse.milo.opcua.stack.core.util.CertificateUtil;
import org.eclipse.milo.opcua.stack.core.util.EndpointUtil;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ubyte;

/**
 * From nothing to an active session, within the connect timeout.
 *
 * <pre>
 *   without security   channel: GetEndpoints, login, unless the server is to be followed elsewhere
 *   with security      channel: GetEndpoints, end     secure channel: login
 * </pre>
 */
final class Handshake {

    private final LinkSettings settings;
    private final Consumer<String> notice;
    private final LinkEncoding encoding;
    private final Awaiting awaiting;

    Handshake(LinkSettings settings, Consumer<String> notice) {
        this.settings = settings;
        this.notice = notice;
        this.encoding = new LinkEncoding(settings.messageLimit().bytes());
        this.awaiting = new Awaiting(settings);
    }

    /** An active session. */
    record Opened(OneLifeTransport transport, LinkEncoding encoding, Login.ActiveSession session) {}

    /** @param ticket of a session to go on with if the server still knows it; null for a new one */
    Opened open(@Nullable SessionTicket ticket) throws ConnectFailedException {
        OneLifeTransport transport = channel(plainEndpoint());
        boolean done = false;
        try {
            List<EndpointDescription> offered = endpoints(transport);
            EndpointDescription chosen = EndpointChoice.choose(settings, offered);
            boolean secure = !settings.security().isNone();
            if (secure) {
                Algorithms.provide();
                judge(chosen);
            }
            EndpointDescription used = rewritten(chosen);
            if (secure || isElsewhere(used)) {
                transport.abort();
                transport = channel(used);
            }
            OfferedSecurity unsigned = OfferedSecurity.of(offered.toArray(EndpointDescription[]::new));
            Login login = new Login(settings, encoding, awaiting, used, unsigned, notice);
            Login.ActiveSession session = ticket == null ? null : login.again(transport, ticket);
            if (ticket != null && session == null) {
                notice.accept("the server at " + settings.url() + " no longer knows our session; it gets a new one");
            }
            if (session == null) {
                session = login.anew(transport);
            }
            done = true;
            return new Opened(transport, encoding, session);
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
            throw awaiting.failed("trust the server", e);
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
            awaiting.await(
                    "open a " + (plain ? "" : "secure ") + "channel",
                    transport.connectTo(address(endpoint), application));
        } catch (ConnectFailedException e) {
            transport.abort();
            throw e;
        }
        return transport;
    }

    /** Whether the server names another place than where we are, and we are to follow it. */
    private boolean isElsewhere(EndpointDescription endpoint) {
        String url = String.valueOf(endpoint.getEndpointUrl());
        String host = EndpointUtil.getHost(url);
        return !settings.rewriteUrl()
                && host != null
                && (!host.equalsIgnoreCase(settings.host()) || EndpointUtil.getPort(url) != settings.port());
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
            throw awaiting.failed("find " + host, e);
        }
    }

    private List<EndpointDescription> endpoints(OneLifeTransport transport) throws ConnectFailedException {
        GetEndpointsResponse response = awaiting.answer(
                "ask for endpoints",
                GetEndpointsResponse.class,
                transport.sendRequestMessage(
                        new GetEndpointsRequest(awaiting.header(NodeId.NULL_VALUE), settings.url(), null, new String[] {
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
}
