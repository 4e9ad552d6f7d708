package io.taktstrom.deployment.text;

/** How many values all files of one deployment may have together: small files can hold very many. One thread. */
public final class NodeBudget {

    /** Enough for some 200,000 points. */
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
        return "here the deployment has more than " + limit + " values";
    }
}
