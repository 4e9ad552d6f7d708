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
                    + " There is no falling back from one to another.");

    public static final Option<String> SECURITY_MODE = Option.choice(
            "securityMode",
            List.of("SignAndEncrypt", "Sign"),
            "SignAndEncrypt",
            "Whether messages are signed and encrypted, or signed only.");

    public static final Option<String> USER =
            Option.text("user", OptionType.Text.ANY, "", "User to log in as; empty for anonymous.");

    public static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "The user's password.");

    public static final Option<Boolean> INSECURE =
            Option.flag("insecure", false, "Whether a password may go over a connection that does not encrypt it.");

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

    public static final Option<Integer> MAX_MESSAGE_BYTES = Option.whole(
            "maxMessageBytes",
            64 * 1024,
            1024 * 1024 * 1024,
            64 * 1024 * 1024,
            "Most bytes of one answer; a larger one ends the connection.");

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
            "Most bytes of a value without a length of its own: a ByteString, or an array that was empty at first.");

    static final List<Option<?>> PATH_OPTIONS = List.of(PATH);

    static final List<Option<?>> ALL = List.of(
            SECURITY,
            SECURITY_MODE,
            USER,
            PASSWORD,
            INSECURE,
            REWRITE_URL,
            SESSION_TIMEOUT,
            MAX_NODES_PER_REQUEST,
            MAX_MESSAGE_BYTES,
            MAX_STRING_LENGTH,
            MAX_VALUE_BYTES);

    private OpcUaOptions() {}
}
