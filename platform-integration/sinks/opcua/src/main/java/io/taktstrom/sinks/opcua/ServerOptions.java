package io.taktstrom.sinks.opcua;

import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.format.OptionList;

/** What {@code type: opcua-server} takes. */
final class ServerOptions {

    static final OptionList OPTIONS = new OptionList();

    static final String LOOPBACK = "loopback";
    static final String ALWAYS = "always";

    private static final List<String> WHERE = List.of(LOOPBACK, ALWAYS, "never");

    static final Option<String> BIND = OPTIONS.text(
            "bind",
            "[A-Za-z0-9.:_-]+",
            "a name or an address",
            "127.0.0.1",
            "Address of this machine to listen on; 0.0.0.0 for all.");

    static final Option<Integer> PORT = OPTIONS.whole("port", 1, 65_535, 4840, "TCP port to listen on.");

    static final Option<String> NAMESPACE = OPTIONS.text(
            "namespace",
            "\\S+",
            "a URI",
            "urn:taktstrom:points",
            "URI of the namespace of the nodes; a point's node id is its name in it.");

    static final Option<String> PKI = OPTIONS.text(
            "pki",
            "",
            "Folder of our own certificate and of those of clients, for 'takt trust'; relative to the deployment file. Empty"
                    + " for .taktstrom/pki in the home folder.");

    static final Option<String> SECURITY_NONE = OPTIONS.choice(
            "securityNone",
            WHERE,
            LOOPBACK,
            "Whether clients may connect without encryption: only if 'bind' is an address of this machine alone, always, or"
                    + " never.");

    static final Option<String> ANONYMOUS = OPTIONS.choice(
            "anonymous",
            WHERE,
            LOOPBACK,
            "Whether clients may log in without a name: only if 'bind' is an address of this machine alone, always, or never.");

    static final Option<Map<String, String>> USERS = OPTIONS.add(new Option<>(
            "users",
            new OptionType.Pairs("names of users with their passwords", ServerOptions::checkUser, name -> true),
            "",
            false,
            "Who may log in by name, each with a password."));

    static final Option<Integer> MAX_SESSIONS = OPTIONS.whole("maxSessions", 1, 10_000, 100, "Most sessions at once.");

    static final Option<Integer> MAX_SUBSCRIPTIONS =
            OPTIONS.whole("maxSubscriptions", 1, 10_000, 100, "Most subscriptions of one session.");

    static final Option<Integer> MAX_MONITORED_ITEMS = OPTIONS.whole(
            "maxMonitoredItems", 1, 10_000_000, 500_000, "Most monitored items of all sessions together.");

    static final Option<Integer> MAX_QUEUE_SIZE =
            OPTIONS.whole("maxQueueSize", 1, 1_000_000, 10_000, "Most values in the queue of one monitored item.");

    static final Option<Integer> MAX_QUEUED_VALUES = OPTIONS.whole(
            "maxQueuedValues",
            0,
            100_000_000,
            1_000_000,
            "Most values in all queues together, beside the one that each monitored item has in any case.");

    private ServerOptions() {}

    private static void checkUser(String name, String password) {
        if (password.isEmpty()) {
            throw new IllegalArgumentException("user " + name + " has an empty password");
        }
    }
}
