package io.taktstrom.opcua.stack;

import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.netty.handler.codec.DecoderException;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.UaServiceFaultException;
import org.jspecify.annotations.Nullable;

/** Milo's failures as those of the SPI. */
final class Failures {

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

    /** What lies under the wrappers of futures. */
    static Throwable root(Throwable failure) {
        Throwable root = failure;
        Throwable cause = root.getCause();
        while (isWrapper(root) && cause != null) {
            root = cause;
            cause = root.getCause();
        }
        return root;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof ExecutionException
                || failure instanceof CompletionException
                || failure instanceof DecoderException;
    }

    /** The status of a failure; Bad_UnexpectedError for one without. */
    static int status(Throwable failure) {
        return UaException.extractStatusCode(root(failure))
                .map(code -> (int) code.value())
                .orElse((int) StatusCodes.Bad_UnexpectedError);
    }

    /** A code's name in the standard and its number, for example {@code Bad_NodeIdUnknown (0x80340000)}. */
    static String name(int status) {
        return StatusCode.name(status) + " (0x%08X)".formatted(status);
    }

    /** The reason in words. */
    static String reason(Throwable failure) {
        Throwable root = root(failure);
        if (root instanceof UaException) {
            String message = root.getMessage();
            String name = name(status(root));
            return message == null || message.isBlank() || root instanceof UaServiceFaultException
                    ? name
                    : name + ": " + message;
        }
        String message = root.getMessage();
        if (root instanceof ClosedChannelException || message == null) {
            return "the connection broke";
        }
        return message;
    }

    /**
     * A request's failure.
     *
     * @param lost why the connection ended, when it did
     * @param limit of the answer
     */
    static ConnectorException of(
            String what, Throwable failure, @Nullable ConnectorException lost, MessageLimit limit) {
        Throwable root = root(failure);
        Fatal.rethrow(root);
        int status = status(root);
        String message = what + ": " + reason(root);
        if (root instanceof UaServiceFaultException && !isSessionLoss(status)) {
            return new DeviceErrorException(message, status, status & 0xFFFF_FFFFL);
        }
        if (status == (int) StatusCodes.Bad_Timeout) {
            return new RequestTimeoutException(message, root);
        }
        if (status == (int) StatusCodes.Bad_RequestTooLarge || status == (int) StatusCodes.Bad_EncodingLimitsExceeded) {
            return new DeviceErrorException(
                    message + "; lower maxNodesPerRequest, or " + limit.remedy(), status, status & 0xFFFF_FFFFL);
        }
        return new ConnectionLostException(lost == null ? message : what + ": " + lost.getMessage(), root);
    }

    /** Whether the server has forgotten the session: nothing will work any more. */
    static boolean isSessionLoss(int status) {
        return status == (int) StatusCodes.Bad_SessionIdInvalid
                || status == (int) StatusCodes.Bad_SessionClosed
                || status == (int) StatusCodes.Bad_SessionNotActivated
                || status == (int) StatusCodes.Bad_SecureChannelIdInvalid
                || status == (int) StatusCodes.Bad_SecureChannelClosed
                || status == (int) StatusCodes.Bad_TcpSecureChannelUnknown;
    }

    /** Whether a refusal of a whole request can be due to one of its entries, so that the others are worth another try. */
    static boolean isOfOneEntry(int status) {
        return !isSessionLoss(status) && !OF_ALL.contains(status);
    }

    /** Good codes need no name; Bad ones of a service as a whole become an exception. */
    static void requireGood(String what, int status) throws DeviceErrorException {
        if (StatusCode.isBad(status)) {
            throw new DeviceErrorException(what + ": " + name(status), status, status & 0xFFFF_FFFFL);
        }
    }
}
