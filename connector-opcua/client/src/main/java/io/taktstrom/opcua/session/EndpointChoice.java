package io.taktstrom.opcua.session;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.UserTokenType;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.UserTokenPolicy;

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
                : wanted.policy().equals(OfferedSecurity.name(endpoint.getSecurityPolicyUri()));
    }

    private static int strength(EndpointDescription endpoint) {
        return strength(String.valueOf(endpoint.getSecurityPolicyUri()));
    }

    /** -1 for a policy that does not encrypt, or that we do not have. */
    static int strength(String policyUri) {
        return SecurityPolicy.fromUriSafe(policyUri).map(BY_STRENGTH::indexOf).orElse(-1);
    }

    private static String shown(LinkSettings.Security wanted) {
        return wanted.isNone() ? "security none" : wanted.policy() + (wanted.signOnly() ? " Sign" : " SignAndEncrypt");
    }

    private static String shown(List<EndpointDescription> offered) {
        return offered.stream()
                .map(endpoint -> endpoint.getSecurityMode() == MessageSecurityMode.None
                        ? "security none"
                        : OfferedSecurity.name(endpoint.getSecurityPolicyUri()) + " " + endpoint.getSecurityMode())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    // ---- passwords

    /**
     * Which of the server's ways to log in with a password to take. The password itself is encrypted by the policy that the
     * way states, or by the channel's where it states none, whatever the mode of the messages is (OPC 10000-4 v1.05, 7.40.2.2
     * and 7.41; v1.04, 7.36.2.2 and 7.37). Only where that policy is None does it go as it is, which we let it on a channel
     * that encrypts, or where that is stated.
     */
    static UserTokenPolicy chooseLogin(LinkSettings settings, EndpointDescription endpoint)
            throws ConnectFailedException {
        UserTokenPolicy[] offered = endpoint.getUserIdentityTokens();
        List<UserTokenPolicy> ways = Arrays.stream(offered == null ? new UserTokenPolicy[0] : offered)
                .filter(way -> way.getTokenType() == UserTokenType.UserName)
                .toList();
        UserTokenPolicy best = ways.stream()
                .max(Comparator.comparingInt(way -> strength(policy(way, endpoint))))
                .orElseThrow(() -> new ConnectFailedException("connect to " + settings.url()
                        + ": the server takes no user and password with this security; log in otherwise, or set security to"
                        + " what it takes them with"));
        boolean hidden = endpoint.getSecurityMode() == MessageSecurityMode.SignAndEncrypt
                || strength(policy(best, endpoint)) >= 0;
        if (!hidden && !settings.insecure()) {
            throw new ConnectFailedException("connect to " + settings.url() + ": the password of " + settings.user()
                    + " would go as plain text, as neither the connection nor the server's way to log in encrypts it;"
                    + " use securityMode: SignAndEncrypt, or state insecure: true");
        }
        return best;
    }

    private static String policy(UserTokenPolicy way, EndpointDescription endpoint) {
        String own = way.getSecurityPolicyUri();
        String uri = own == null || own.isEmpty() ? endpoint.getSecurityPolicyUri() : own;
        return uri == null ? SecurityPolicy.None.getUri() : uri;
    }
}
