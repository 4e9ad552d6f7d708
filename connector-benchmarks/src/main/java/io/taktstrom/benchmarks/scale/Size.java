package io.taktstrom.benchmarks.scale;

/**
 * What one process has.
 *
 * @param points of each connection
 */
record Size(int connections, int points) {

    int all() {
        return connections * points;
    }

    /** What its figures are called in the data file. */
    String key(Way way) {
        return way.text + " " + connections + " x " + points;
    }
}
