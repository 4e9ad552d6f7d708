package io.taktstrom.cli.plant;

/** A promise that was not kept, in words. */
public final class FaultFailure extends Exception {

    private static final long serialVersionUID = 1;

    public FaultFailure(String message) {
        super(message);
    }
}
