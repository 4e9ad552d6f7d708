package io.taktstrom.ads.subscribe;

/** How many notifications a session may still ask its device for. Thread-safe. */
final class NotificationBudget {

    private final int most;
    private int used;

    NotificationBudget(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** Takes as many as there are, up to so many; returns how many. */
    synchronized int take(int wanted) {
        int granted = Math.min(wanted, most - used);
        used += granted;
        return granted;
    }

    synchronized void giveBack(int count) {
        used -= count;
    }
}
