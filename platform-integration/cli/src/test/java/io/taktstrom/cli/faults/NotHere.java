package io.taktstrom.cli.faults;

/** What a fault needs cannot be had on this machine, or by this user. */
final class NotHere extends Exception {

    private static final long serialVersionUID = 1;

    NotHere(String message) {
        super(message);
    }
}
