package io.taktstrom.runtime.reload;

/** A device with variables that count, as a deployment file describes it. */
interface ReloadedDevice extends AutoCloseable {

    /** The options of its connection, with which it can be reached. */
    String connection();

    /** The address of the variable of this number; all of them count. */
    String address(int variable);

    /** How many variables count. */
    default int variables() {
        return 10;
    }

    /** The scan class, to be given other options. */
    String scanClass(boolean other);

    /** Whether each number is sampled: a device that is only asked for its values may have counted on meanwhile. */
    default boolean sendsEach() {
        return true;
    }

    @Override
    void close();
}
