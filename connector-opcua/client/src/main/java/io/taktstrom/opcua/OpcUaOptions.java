package io.taktstrom.opcua;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.DeclaredOptions;
import io.taktstrom.descriptor.Option;

/** The options of an OPC UA connection. */
public final class OpcUaOptions {

    private static final DeclaredOptions OF_PATH = new DeclaredOptions();

    private static final DeclaredOptions OPTIONS = new DeclaredOptions();

    /** The path of a URI. */
    public static final Option<String> PATH =
            OF_PATH.text("path", "", "Path of the server's URL, without the first slash.");

    public static final Option<String> SECURITY = OPTIONS.choice(
            "security",
            List.of(
                    "best",
                    "Basic256Sha256",
                    "Aes128_Sha256_RsaOaep",
                    "Aes256_Sha256_RsaPss",
                    "Basic256",
                    "Basic128Rsa15",
                    "none"),
            "best",
            "Security policy; best for the strongest that the server offers, none for no protection at all."
                    + " No fallback from one to another.");

    public static final Option<String> SECURITY_MODE = OPTIONS.choice(
            "securityMode",
            List.of("SignAndEncrypt", "Sign"),
            "SignAndEncrypt",
            "Whether messages are signed and encrypted, or signed only.");

    public static final Option<String> USER = OPTIONS.text("user", "", "User to log in as; empty for anonymous.");

    public static final Option<String> PASSWORD = OPTIONS.secret("password", "", "The user's password.");

    public static final Option<String> USER_CERTIFICATE = OPTIONS.text(
            "userCertificate", "", "File with an X.509 certificate to log in with, in DER or PEM; empty for none.");

    public static final Option<String> USER_KEY =
            OPTIONS.text("userKey", "", "File with the key of userCertificate, in PKCS #8 without a password.");

    public static final Option<String> PKI = OPTIONS.text(
            "pki",
            "",
            "Folder of our own certificate and of those of servers; empty for .taktstrom/pki in the home folder.");

    public static final Option<Boolean> CHECK_HOST =
            OPTIONS.flag("checkHost", true, "Whether a server's certificate must name the host that we connect to.");

    public static final Option<Boolean> INSECURE = OPTIONS.flag(
            "insecure",
            false,
            "Whether a password may go where nothing encrypts it, neither the connection nor the server's way to log in.");

    public static final Option<Boolean> REWRITE_URL = OPTIONS.flag(
            "rewriteUrl",
            true,
            "Whether to stay at this host and port where the server names others, as behind address translation.");

    public static final Option<Duration> SESSION_TIMEOUT = OPTIONS.time(
            "sessionTimeout", "1s", "1h", "1m", "How long the server keeps a session that it no longer hears of.");

    public static final Option<Integer> MAX_NODES_PER_REQUEST = OPTIONS.whole(
            "maxNodesPerRequest",
            1,
            100_000,
            5000,
            "Most entries of one request; what the server states is kept to as well.");

    public static final Option<String> PROFILE = OPTIONS.choice(
            "profile",
            List.of("auto", "generic", "s7-1200", "s7-1500", "twincat", "ignition"),
            "auto",
            "The kind of server, of which more is known than it says; auto to go by its name.");

    public static final Option<Integer> MAX_MESSAGE_BYTES = OPTIONS.whole(
            "maxMessageBytes",
            64 * 1024,
            1024 * 1024 * 1024,
            64 * 1024 * 1024,
            "Most bytes of one answer, and no more than an eighth of maxMemory; a larger one ends the connection.");

    public static final Option<Integer> MAX_STRING_LENGTH = OPTIONS.whole(
            "maxStringLength",
            1,
            65_535,
            255,
            "Most bytes of a string, unless the point's type states a length; a longer one is a Bad status.");

    public static final Option<Integer> MAX_VALUE_BYTES = OPTIONS.whole(
            "maxValueBytes",
            16,
            16 * 1024 * 1024,
            4096,
            "Most bytes of a value without a length of its own: a ByteString, or an array of any length.");

    public static final Option<Integer> PUBLISH_REQUESTS = OPTIONS.whole(
            "publishRequests", 1, 64, 4, "Publish requests that wait at the server for something to send.");

    public static final Option<Integer> QUEUE_SIZE = OPTIONS.whole(
            "queueSize",
            0,
            1_000_000,
            0,
            "Values that the server keeps for each point until it can send them; 0 for as many as come in bridgeOutage.");

    public static final Option<Duration> BRIDGE_OUTAGE = OPTIONS.time(
            "bridgeOutage",
            "0s",
            "1h",
            "10s",
            "How long an outage may last for nothing to be lost: sets the queue size by the cycle, and how long the server"
                    + " keeps a lost connection's session and subscriptions for the next one. 0 to start afresh each time.");

    public static final Option<Boolean> DISCARD_OLDEST = OPTIONS.flag(
            "discardOldest",
            true,
            "Whether a full queue of the server drops its oldest value, not its newest but one.");

    public static final Option<String> DEADBAND = OPTIONS.text(
            "deadband",
            "\\d{1,15}(\\.\\d{1,15})?%?",
            "a number, or a percentage such as 2.5%",
            "0",
            "Changes that are no larger the server does not send: a number, or a percentage of the point's range.");

    /** In the order of the standard's numbers (OPC 10000-4, 7.22.2). */
    static final List<String> TRIGGERS = List.of("status", "statusValue", "statusValueTimestamp");

    public static final Option<String> TRIGGER = OPTIONS.choice(
            "trigger",
            List.of("statusValue", "status", "statusValueTimestamp"),
            "statusValue",
            "What makes the server send a value: a change of its status, of either, or of its time as well.");

    static final List<Option<?>> PATH_OPTIONS = OF_PATH.all();

    static final List<Option<?>> ALL = OPTIONS.all();

    private OpcUaOptions() {}
}
