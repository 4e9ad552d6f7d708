package io.taktstrom.ads.simulator;

/**
 * What a client may ask for.
 *
 * @param frameBytes largest request frame; a larger one ends the connection
 * @param answerBytes most data in an answer
 * @param sumItems most items of a sum command
 * @param handles variable handles of all clients together
 * @param notifications of one connection
 * @param connections at the same time
 */
record Limits(int frameBytes, int answerBytes, int sumItems, int handles, int notifications, int connections) {

    static final Limits DEFAULT = new Limits(1 << 20, 4 << 20, 5000, 100_000, 550, 256);
}
