package io.taktstrom.opcua.channel;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.DeviceErrorException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;

/** What the status codes of services mean for a connection, and in words. */
public final class Failures {

    /** What a server says of itself, of the service or of the subscription, and not of a node. */
    private static final Set<Integer> OF_ALL = Stream.of(
                    StatusCodes.Bad_Timeout,
                    StatusCodes.Bad_Shutdown,
                    StatusCodes.Bad_ServerHalted,
                    StatusCodes.Bad_OutOfMemory,
                    StatusCodes.Bad_ResourceUnavailable,
                    StatusCodes.Bad_TcpServerTooBusy,
                    StatusCodes.Bad_TcpNotEnoughResources,
                    StatusCodes.Bad_ServiceUnsupported,
                    StatusCodes.Bad_RequestTypeInvalid,
                    StatusCodes.Bad_RequestHeaderInvalid,
                    StatusCodes.Bad_SubscriptionIdInvalid,
                    StatusCodes.Bad_TooManyMonitoredItems)
            .map(Long::intValue)
            .collect(Collectors.toUnmodifiableSet());

    private Failures() {}

    /** A code's name in the standard and its number, for example {@code Bad_NodeIdUnknown (0x80340000)}. */
    public static String name(int status) {
        return StatusCode.name(status) + " (0x%08X)".formatted(status);
    }

    /** The reason of a failure in Milo. */
    public static String reason(Throwable failure) {
        String message = failure.getMessage();
        int status = UaException.extractStatusCode(failure)
                .map(code -> (int) code.value())
                .orElse(StatusCode.GOOD);
        if (!StatusCode.isBad(status)) {
            return message == null ? failure.getClass().getSimpleName() : message;
        }
        return message == null || message.isBlank() ? name(status) : name(status) + ": " + message;
    }

    /** What to do about a connection that the server refuses; begins with a semicolon, or is empty. */
    public static String remedy(int status) {
        return switch (StatusCode.name(status)) {
            case "Bad_IdentityTokenRejected", "Bad_UserAccessDenied" -> "; check user and password, or userCertificate";
            case "Bad_IdentityTokenInvalid" -> "; the server does not take this kind of login";
            case "Bad_SecurityChecksFailed", "Bad_CertificateUseNotAllowed" ->
                "; the server may not trust our certificate yet: have it accepted there";
            case "Bad_TooManySessions" -> "; the server has no session left: end another client, or raise its limit";
            default -> "";
        };
    }

    /** Whether the server has forgotten the session: nothing will work any more. */
    public static boolean isSessionLoss(int status) {
        return status == (int) StatusCodes.Bad_SessionIdInvalid
                || status == (int) StatusCodes.Bad_SessionClosed
                || status == (int) StatusCodes.Bad_SessionNotActivated
                || status == (int) StatusCodes.Bad_SecureChannelIdInvalid
                || status == (int) StatusCodes.Bad_SecureChannelClosed
                || status == (int) StatusCodes.Bad_TcpSecureChannelUnknown;
    }

    /** Whether a refusal of a whole request can be due to one of its entries, so that the others are worth another try. */
    public static boolean isOfOneEntry(int status) {
        return !isSessionLoss(status) && !OF_ALL.contains(status);
    }

    /** Good codes need no name; Bad ones of a service as a whole become an exception. */
    public static void requireGood(String what, int status) throws DeviceErrorException {
        if (StatusCode.isBad(status)) {
            throw new DeviceErrorException(what + ": " + name(status), status, status & 0xFFFF_FFFFL);
        }
    }
}
