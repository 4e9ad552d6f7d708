package io.taktstrom.opcua.stack;

import java.net.ConnectException;
import java.net.UnknownHostException;

import io.netty.channel.ConnectTimeoutException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;

/** What to do about a connection that did not come about. */
final class Remedies {

    private Remedies() {}

    /** Begins with a semicolon; empty when there is nothing better to say than the reason. */
    static String of(Throwable failure) {
        Throwable root = Failures.root(failure);
        if (root instanceof ConnectTimeoutException) {
            return "; check the address and the firewall";
        }
        if (root instanceof UnknownHostException) {
            return "; check the host's name";
        }
        if (root instanceof ConnectException) {
            return "; check that the server runs, and its port";
        }
        long status = Failures.status(root) & 0xFFFF_FFFFL;
        if (status == StatusCodes.Bad_IdentityTokenRejected || status == StatusCodes.Bad_UserAccessDenied) {
            return "; check user and password";
        }
        if (status == StatusCodes.Bad_IdentityTokenInvalid) {
            return "; the server does not take this kind of login";
        }
        if (status == StatusCodes.Bad_SecurityChecksFailed || status == StatusCodes.Bad_CertificateUseNotAllowed) {
            return "; the server may not trust our certificate yet: have it accepted there";
        }
        if (status == StatusCodes.Bad_TooManySessions) {
            return "; the server has no session left: end another client, or raise its limit";
        }
        return "";
    }
}
