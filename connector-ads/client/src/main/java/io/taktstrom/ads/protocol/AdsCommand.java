package io.taktstrom.ads.protocol;

/** ADS command ids: 2 bytes in the AMS header (InfoSys "ADS Commands"). */
public final class AdsCommand {

    public static final int READ_DEVICE_INFO = 1;
    public static final int READ = 2;
    public static final int WRITE = 3;
    public static final int READ_STATE = 4;
    public static final int WRITE_CONTROL = 5;
    public static final int ADD_DEVICE_NOTIFICATION = 6;
    public static final int DELETE_DEVICE_NOTIFICATION = 7;
    /** Sent by the server unasked; there is no response to it. */
    public static final int DEVICE_NOTIFICATION = 8;

    public static final int READ_WRITE = 9;

    private AdsCommand() {}

    /** A name for messages; {@code command 77} for an unknown id. */
    public static String name(int command) {
        return switch (command) {
            case READ_DEVICE_INFO -> "ReadDeviceInfo";
            case READ -> "Read";
            case WRITE -> "Write";
            case READ_STATE -> "ReadState";
            case WRITE_CONTROL -> "WriteControl";
            case ADD_DEVICE_NOTIFICATION -> "AddDeviceNotification";
            case DELETE_DEVICE_NOTIFICATION -> "DeleteDeviceNotification";
            case DEVICE_NOTIFICATION -> "DeviceNotification";
            case READ_WRITE -> "ReadWrite";
            default -> "command " + command;
        };
    }
}
