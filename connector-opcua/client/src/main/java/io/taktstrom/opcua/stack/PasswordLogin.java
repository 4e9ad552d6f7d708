package io.taktstrom.opcua.stack;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import io.taktstrom.spi.ConnectFailedException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.UserTokenType;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.UserTokenPolicy;

/**
 * Which of the server's ways to log in with a password to take. The password itself is encrypted by the policy that the
 * way states, or by the channel's where it states none, whatever the mode of the messages is (OPC 10000-4 v1.05, 7.40.2.2
 * and 7.41; v1.04, 7.36.2.2 and 7.37). Only where that policy is None does it go as it is, which we let it on a channel
 * that encrypts, or where that is stated.
 */
final class PasswordLogin {

    private PasswordLogin() {}

    static UserTokenPolicy choose(LinkSettings settings, EndpointDescription endpoint) throws ConnectFailedException {
        UserTokenPolicy[] offered = endpoint.getUserIdentityTokens();
        List<UserTokenPolicy> ways = Arrays.stream(offered == null ? new UserTokenPolicy[0] : offered)
                .filter(way -> way.getTokenType() == UserTokenType.UserName)
                .toList();
        UserTokenPolicy best = ways.stream()
                .max(Comparator.comparingInt(way -> EndpointChoice.strength(policy(way, endpoint))))
                .orElseThrow(() -> new ConnectFailedException("connect to " + settings.url()
                        + ": the server takes no user and password with this security; log in otherwise, or set security to"
                        + " what it takes them with"));
        boolean hidden = endpoint.getSecurityMode() == MessageSecurityMode.SignAndEncrypt
                || EndpointChoice.strength(policy(best, endpoint)) >= 0;
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
