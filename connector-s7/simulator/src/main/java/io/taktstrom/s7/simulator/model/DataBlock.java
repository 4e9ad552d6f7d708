package io.taktstrom.s7.simulator.model;

/**
 * A data block.
 *
 * @param name of the program's symbol, may be empty
 * @param optimized whether it has "Optimized block access", so that clients find nothing at its number
 */
public record DataBlock(int number, String name, int bytes, boolean optimized) {

    public DataBlock {
        if (number < 1 || number > 65_535) {
            throw new IllegalArgumentException("data block " + number + "; its number is from 1 to 65535");
        }
        if (bytes < 1 || bytes > 65_536) {
            throw new IllegalArgumentException(
                    "data block " + number + " of " + bytes + " bytes; 1 to 65536 are right");
        }
    }
}
