package io.taktstrom.cli.shell;

import java.util.stream.Collectors;

import io.taktstrom.stream.Accounting;

/** The accounting of a pipeline as one line. */
public final class AccountText {

    private AccountText() {}

    /** For example {@code plant.file: received 120 = published 100 + buffered 0 + dropped 20 (deadband 20)}. */
    public static String line(String pipeline, Accounting account) {
        String reasons = account.dropped().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey().text() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return pipeline + ": received " + account.received() + part(account.recovered(), "recovered")
                + (account.isBalanced() ? " = " : " != ") + "published " + account.published()
                + " + buffered " + account.buffered() + part(account.stored(), "on disk")
                + " + dropped " + account.droppedTotal() + (reasons.isEmpty() ? "" : " (" + reasons + ")");
    }

    private static String part(long samples, String what) {
        return samples == 0 ? "" : " (" + samples + " " + what + ")";
    }

    /** Whether each sample reached the sink, waits on disk for the next run, or was left out on request. */
    public static boolean isComplete(Accounting account) {
        return account.isBalanced()
                && account.buffered() == account.stored()
                && account.dropped().entrySet().stream()
                        .allMatch(
                                entry -> entry.getValue() == 0 || entry.getKey().wasAskedFor());
    }
}
