package io.taktstrom.opcua;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** The options of an OPC UA connection. */
public final class OpcUaOptions {

    /** The path of a URI. */
    public static final Option<String> PATH =
            Option.text("path", OptionType.Text.ANY, "", "Path of the server's URL, without the first slash.");

    public static final Option<String> SECURITY = Option.choice(
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

    public static final Option<String> SECURITY_MODE = Option.choice(
            "securityMode",
            List.of("SignAndEncrypt", "Sign"),
            "SignAndEncrypt",
            "Whether messages are signed and encrypted, or signed only.");

    public static final Option<String> USER =
            Option.text("user", OptionType.Text.ANY, "", "User to log in as; empty for anonymous.");

    public static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "The user's password.");

    public static final Option<String> USER_CERTIFICATE = Option.text(
            "userCertificate",
            OptionType.Text.ANY,
            "",
            "File with an X.509 certificate to log in with, in DER or PEM; empty for none.");

    public static final Option<String> USER_KEY = Option.text(
            "userKey", OptionType.Text.ANY, "", "File with the key of userCertificate, in PKCS #8 without a password.");

    public static final Option<String> PKI = Option.text(
            "pki",
            OptionType.Text.ANY,
            "",
            "Folder of our own certificate and of those of servers; empty for .taktstrom/pki in the home folder.");

    public static final Option<Boolean> CHECK_HOST =
            Option.flag("checkHost", true, "Whether a server's certificate must name the host that we connect to.");

    public static final Option<Boolean> INSECURE = Option.flag(
            "insecure",
            false,
            "Whether a password may go where nothing encrypts it, neither the connection nor the server's way to log in.");

    public static final Option<Boolean> REWRITE_URL = Option.flag(
            "rewriteUrl",
            true,
            "Whether to stay at this host and port where the server names others, as behind address translation.");

    public static final Option<Duration> SESSION_TIMEOUT = Option.time(
            "sessionTimeout",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            "How long the server keeps a session that it no longer hears of.");

    public static final Option<Integer> MAX_NODES_PER_REQUEST = Option.whole(
            "maxNodesPerRequest",
            1,
            100_000,
            5000,
            "Most entries of one request; what the server states is kept to as well.");

    public static final Option<String> PROFILE = Option.choice(
            "profile",
            List.of("auto", "generic", "s7-1200", "s7-1500", "twincat", "ignition"),
            "auto",
            "The kind of server, of which more is known than it says; auto to go by its name.");

    public static final Option<Integer> MAX_MESSAGE_BYTES = Option.whole(
            "maxMessageBytes",
            64 * 1024,
            1024 * 1024 * 1024,
            64 * 1024 * 1024,
            "Most bytes of one answer, and no more than an eighth of maxMemory; a larger one ends the connection.");

    public static final Option<Integer> MAX_STRING_LENGTH = Option.whole(
            "maxStringLength",
            1,
            65_535,
            255,
            "Most bytes of a string, unless the point's type states a length; a longer one is a Bad status.");

    public static final Option<Integer> MAX_VALUE_BYTES = Option.whole(
            "maxValueBytes",
            16,
            16 * 1024 * 1024,
            4096,
            "Most bytes of a value without a length of its own: a ByteString, or an array of any length.");

    public static final Option<Integer> PUBLISH_REQUESTS = Option.whole(
            "publishRequests", 1, 64, 4, "Publish requests that wait at the server for something to send.");

    public static final Option<Integer> QUEUE_SIZE = Option.whole(
            "queueSize",
            0,
            1_000_000,
            0,
            "Values that the server keeps for each point until it can send them; 0 for as many as come in bridgeOutage.");

    public static final Option<Duration> BRIDGE_OUTAGE = Option.time(
            "bridgeOutage",
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(10),
            "How long an outage may last for nothing to be lost: sets the queue size by the cycle, and how long the server"
                    + " keeps a lost connection's session and subscriptions for the next one. 0 to start afresh each time.");

    public static final Option<Boolean> DISCARD_OLDEST = Option.flag(
            "discardOldest",
            true,
            "Whether a full queue of the server drops its oldest value, not its newest but one.");

    public static final Option<String> DEADBAND = Option.text(
            "deadband",
            new OptionType.Text("\\d{1,15}(\\.\\d{1,15})?%?", "a number, or a percentage such as 2.5%"),
            "0",
            "Changes that are no larger the server does not send: a number, or a percentage of the point's range.");

    /** In the order of the standard's numbers (OPC 10000-4, 7.22.2). */
    static final List<String> TRIGGERS = List.of("status", "statusValue", "statusValueTimestamp");

    public static final Option<String> TRIGGER = Option.choice(
            "trigger",
            List.of("statusValue", "status", "statusValueTimestamp"),
            "statusValue",
            "What makes the server send a value: a change of its status, of either, or of its time as well.");

    static final List<Option<?>> PATH_OPTIONS = List.of(PATH);

    static final List<Option<?>> ALL = List.of(
            SECURITY,
            SECURITY_MODE,
            USER,
            PASSWORD,
            USER_CERTIFICATE,
            USER_KEY,
            PKI,
            CHECK_HOST,
            INSECURE,
            REWRITE_URL,
            SESSION_TIMEOUT,
            MAX_NODES_PER_REQUEST,
            PROFILE,
            MAX_MESSAGE_BYTES,
            MAX_STRING_LENGTH,
            MAX_VALUE_BYTES,
            PUBLISH_REQUESTS,
            QUEUE_SIZE,
            BRIDGE_OUTAGE,
            DISCARD_OLDEST,
            DEADBAND,
            TRIGGER);

    private OpcUaOptions() {}
}
