package io.taktstrom.cli.faults;

import org.jspecify.annotations.Nullable;

/**
 * What came of a fault at a peer.
 *
 * @param number in the list of faults
 * @param how it was made to happen
 * @param noticeMillis from the fault to the first Bad sample or bad health; -1 where there is nothing to notice
 * @param recoverMillis from the end of the fault to the first new value; -1 where nothing was interrupted
 * @param losses null where no samples were compared
 * @param failure null when every promise was kept
 * @param remark what else is worth to know
 */
record Row(
        int number,
        String name,
        String peer,
        String how,
        double noticeMillis,
        double recoverMillis,
        @Nullable Losses losses,
        @Nullable String failure,
        Kind kind,
        String remark) {

    /** Whose row it is. */
    enum Kind {
        /** Of takt, which keeps its promises or does not. */
        OURS,
        /** Of another project's client, to compare with. */
        OTHERS,
        /** It could not be had here. */
        NOT_RUN
    }

    static Row failed(int number, String name, String peer, String how, String failure) {
        return new Row(number, name, peer, how, -1, -1, null, failure, Kind.OURS, "");
    }

    /** A row that could not be had here. */
    static Row notRun(int number, String name, String peer, String how, String reason) {
        return new Row(number, name, peer, how, -1, -1, null, null, Kind.NOT_RUN, reason);
    }

    boolean ran() {
        return kind != Kind.NOT_RUN;
    }

    private static String time(double millis) {
        if (millis < 0) {
            return "–";
        }
        return millis < 1000 ? Math.round(millis) + " ms" : "%.1f s".formatted(millis / 1000);
    }

    /** As a row of the page. */
    String markdown() {
        Losses found = losses;
        String counted =
                found == null ? "– | – | –" : found.marked() + " | " + found.unmarked() + " | " + found.repeated();
        String outcome = switch (kind) {
            case OURS -> failure == null ? "kept" : "**BROKEN**";
            case OTHERS -> "";
            case NOT_RUN -> "not run";
        };
        String said = failure == null ? remark : failure.lines().findFirst().orElse("");
        return "| %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        peer,
                        kind == Kind.OTHERS ? "the same" : how,
                        time(noticeMillis),
                        time(recoverMillis),
                        counted,
                        outcome,
                        said.replace("|", "\\|"));
    }
}
