package io.taktstrom.opcua.channel;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.opcua.session.AppIdentity;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.value.MiloEncoding;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.GetEndpointsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.eclipse.milo.opcua.stack.core.util.CertificateUtil;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** Security tokens are renewed while requests go on. */
@Timeout(180)
class RenewalIT {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final int RENEWALS = 4;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"None, None", "Basic256Sha256, Sign", "Aes256_Sha256_RsaPss, SignAndEncrypt"})
    void requestsGoOnWhileTokensAreRenewed(SecurityPolicy policy, MessageSecurityMode mode) throws Exception {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(OpcUaModel.of(List.of()))
                .certificates(folder.resolve("server"))
                .start()) {
            ClientSecureChannel plain = new ClientSecureChannel(SecurityPolicy.None, MessageSecurityMode.None);
            EndpointDescription[] offered;
            try (UaChannel channel = open(server, plain)) {
                offered = endpoints(server, channel);
            }
            EndpointDescription chosen = Arrays.stream(offered)
                    .filter(each ->
                            each.getSecurityMode() == mode && policy.getUri().equals(each.getSecurityPolicyUri()))
                    .findFirst()
                    .orElseThrow();
            try (UaChannel channel = open(server, policy == SecurityPolicy.None ? plain : secure(chosen, policy))) {
                for (int renewal = 1; renewal <= RENEWALS; renewal++) {
                    channel.token().renewSoon();
                    while (channel.token().renewals() < renewal) {
                        assertThat(endpoints(server, channel)).hasSameSizeAs(offered);
                    }
                    assertThat(endpoints(server, channel)).hasSameSizeAs(offered);
                }
            }
        }
    }

    private static UaChannel open(OpcUaSimulator server, ClientSecureChannel secure) throws IOException {
        return UaChannel.open(
                "127.0.0.1",
                server.port(),
                server.url(),
                server.url(),
                secure,
                new MessageLimit(1 << 20, ""),
                PATIENCE_MILLIS);
    }

    private ClientSecureChannel secure(EndpointDescription endpoint, SecurityPolicy policy) throws Exception {
        Path pki = folder.resolve("client");
        AppIdentity own = AppIdentity.load(pki, new ServerCheck(new TrustStore(pki), true));
        List<X509Certificate> chain = CertificateUtil.decodeCertificates(
                endpoint.getServerCertificate().bytesOrEmpty());
        return new ClientSecureChannel(
                own.keys(),
                own.certificate(),
                List.of(own.certificate()),
                chain.get(0),
                chain,
                policy,
                endpoint.getSecurityMode());
    }

    private static EndpointDescription[] endpoints(OpcUaSimulator server, UaChannel channel) throws IOException {
        Exchange exchange = new Exchange();
        RequestHeader header = new RequestHeader(
                NodeId.NULL_VALUE, DateTime.now(), uint(0), uint(0), null, uint(PATIENCE_MILLIS), null);
        channel.exchange(
                "ask for endpoints",
                MiloEncoding.encode(new GetEndpointsRequest(header, server.url(), null, null)),
                exchange,
                PATIENCE_MILLIS);
        return ((GetEndpointsResponse) MiloEncoding.decode(exchange.answer())).getEndpoints();
    }
}
