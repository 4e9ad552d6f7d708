package io.taktstrom.s7.address;

/** A memory area of an S7 CPU. */
public enum S7Area {
    /** Inputs, the process image: {@code I}, in German {@code E}. */
    INPUT("I"),
    /** Outputs, the process image: {@code Q}, in German {@code A}. */
    OUTPUT("Q"),
    /** Bit memory: {@code M}. */
    MEMORY("M"),
    /** Data blocks: {@code DB1}. */
    DATA_BLOCK("DB"),
    /** S5 timers: {@code T}. */
    TIMER("T"),
    /** S5 counters: {@code C}, in German {@code Z}. */
    COUNTER("C");

    private final String letter;

    S7Area(String letter) {
        this.letter = letter;
    }

    /** As STEP 7 writes it in English. */
    public String letter() {
        return letter;
    }

    /** Whether it holds numbered elements and no bytes. */
    public boolean isNumbered() {
        return this == TIMER || this == COUNTER;
    }
}
