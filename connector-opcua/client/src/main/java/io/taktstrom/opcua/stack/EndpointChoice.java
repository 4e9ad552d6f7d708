package io.taktstrom.opcua.stack;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;

/** Which of a server's endpoints to use: what was asked for, and never anything weaker. */
final class EndpointChoice {

    /** From weak to strong; the first two are broken and only used when asked for by name. */
    private static final List<SecurityPolicy> BY_STRENGTH = List.of(
            SecurityPolicy.Basic128Rsa15,
            SecurityPolicy.Basic256,
            SecurityPolicy.Aes128_Sha256_RsaOaep,
            SecurityPolicy.Basic256Sha256,
            SecurityPolicy.Aes256_Sha256_RsaPss);

    private EndpointChoice() {}

    static EndpointDescription choose(LinkSettings settings, List<EndpointDescription> offered)
            throws ConnectFailedException {
        if (offered.isEmpty()) {
            throw new ConnectFailedException("connect to " + settings.url()
                    + ": a server answers, but it has no endpoint for this URL; check the path, and behind port forwarding"
                    + " or address translation have the server listen, or answer, for this host and port too");
        }
        return offered.stream()
                .filter(endpoint -> Stack.TCP_UASC_UABINARY_TRANSPORT_URI.equals(endpoint.getTransportProfileUri()))
                .filter(endpoint -> fits(settings.security(), endpoint))
                .max(Comparator.comparingInt(EndpointChoice::strength))
                .orElseThrow(() -> new ConnectFailedException("connect to " + settings.url() + ": the server offers "
                        + shown(offered) + ", but not " + shown(settings.security())
                        + "; set security and securityMode to what it offers, or have it offer more"));
    }

    private static boolean fits(LinkSettings.Security wanted, EndpointDescription endpoint) {
        if (wanted.isNone()) {
            return endpoint.getSecurityMode() == MessageSecurityMode.None;
        }
        MessageSecurityMode mode = wanted.signOnly() ? MessageSecurityMode.Sign : MessageSecurityMode.SignAndEncrypt;
        if (endpoint.getSecurityMode() != mode) {
            return false;
        }
        return wanted.policy().equals(LinkSettings.Security.BEST)
                ? strength(endpoint) >= BY_STRENGTH.indexOf(SecurityPolicy.Aes128_Sha256_RsaOaep)
                : wanted.policy().equals(name(endpoint));
    }

    private static int strength(EndpointDescription endpoint) {
        return strength(String.valueOf(endpoint.getSecurityPolicyUri()));
    }

    /** -1 for a policy that does not encrypt, or that we do not have. */
    static int strength(String policyUri) {
        return SecurityPolicy.fromUriSafe(policyUri).map(BY_STRENGTH::indexOf).orElse(-1);
    }

    private static String name(EndpointDescription endpoint) {
        String uri = String.valueOf(endpoint.getSecurityPolicyUri());
        return uri.substring(uri.indexOf('#') + 1);
    }

    private static String shown(LinkSettings.Security wanted) {
        return wanted.isNone() ? "security none" : wanted.policy() + (wanted.signOnly() ? " Sign" : " SignAndEncrypt");
    }

    private static String shown(List<EndpointDescription> offered) {
        return offered.stream()
                .map(endpoint -> endpoint.getSecurityMode() == MessageSecurityMode.None
                        ? "security none"
                        : name(endpoint) + " " + endpoint.getSecurityMode())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
