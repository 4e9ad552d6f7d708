package io.taktstrom.s7.protocol.s7;

/** Numbers of the memory areas in a {@link VarItem}. Source: captures s7-300-cpu315-everything frame 55, s7-1200 frame 5. */
public final class AreaCode {

    public static final int COUNTER = 0x1C;
    public static final int TIMER = 0x1D;
    /** Peripheral inputs and outputs, past the process image. */
    public static final int PERIPHERAL = 0x80;

    public static final int INPUT = 0x81;
    public static final int OUTPUT = 0x82;
    /** Bit memory, "Merker". */
    public static final int MEMORY = 0x83;

    public static final int DATA_BLOCK = 0x84;

    private AreaCode() {}
}
