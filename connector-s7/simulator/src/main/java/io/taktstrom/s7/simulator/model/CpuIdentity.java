package io.taktstrom.s7.simulator.model;

/**
 * What a CPU says of itself.
 *
 * @param orderNumber at most 20 characters
 * @param firmware three numbers, for example {@code 3.2.7}
 * @param systemName of the automation system, at most 24 characters
 * @param moduleName as the project calls the CPU
 * @param moduleType for example {@code CPU 315-2 PN/DP}
 */
public record CpuIdentity(
        String orderNumber,
        String firmware,
        String systemName,
        String moduleName,
        String moduleType,
        String serialNumber) {

    /** A CPU 315 with the texts of capture s7-300-cpu315-everything frames 4, 6 and 8. */
    public static final CpuIdentity DEFAULT = new CpuIdentity(
            "6ES7 315-2EH14-0AB0", "3.2.7", "S7300/ET200M station_1", "PLC_1", "CPU 315-2 PN/DP", "S C-B1U393142011");

    public CpuIdentity {
        if (orderNumber.length() > 20
                || systemName.length() > 24
                || moduleName.length() > 24
                || moduleType.length() > 32
                || serialNumber.length() > 24) {
            throw new IllegalArgumentException("a text of the CPU is longer than its record");
        }
        if (!firmware.matches("\\d{1,2}\\.\\d{1,2}\\.\\d{1,2}")) {
            throw new IllegalArgumentException("firmware '" + firmware + "'; three numbers are right, like 3.2.7");
        }
    }
}
