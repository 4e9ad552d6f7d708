package io.taktstrom.text;

/**
 * How many values all files that belong together may have: small files can hold very many. A row of a CSV file counts as one.
 * One thread.
 */
public final class NodeBudget {

    /** Enough for some 200,000 points, or two million in CSV files. */
    public static final int STANDARD = 2_000_000;

    private final int limit;
    private int left;

    public NodeBudget(int limit) {
        this.limit = limit;
        left = limit;
    }

    /** Whether that many were left. */
    boolean spend(int values) {
        left = Math.max(-1, left - values);
        return left >= 0;
    }

    String message() {
        return "here are more than " + limit + " values";
    }
}
