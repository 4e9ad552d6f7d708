package io.taktstrom.sinks.tls;

import java.util.regex.Pattern;

import io.taktstrom.sink.SinkObserver;

/** Secrets that go over a network without TLS: their operator hears of it. */
public final class Cleartext {

    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\..*|\\[?::1\\]?");

    private Cleartext() {}

    /** Whether what is sent to this host stays on this machine. */
    public static boolean isThisMachine(String host) {
        return THIS_MACHINE.matcher(host).matches();
    }

    /**
     * Says that a secret is sent as it is, unless it stays on this machine.
     *
     * @param host as the deployment names it
     * @param url of the receiver, without secrets
     * @param remedy such as {@code use mqtts://}
     */
    public static void tell(String host, String url, String remedy, SinkObserver observer) {
        if (!isThisMachine(host)) {
            observer.onNotice("what is secret goes to " + url + " in the clear; " + remedy);
        }
    }
}
