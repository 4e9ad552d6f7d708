package io.taktstrom.s7.simulator.model;

/**
 * Who may do what.
 *
 * @param putGet whether clients may access data at all: "Permit access with PUT/GET communication"
 * @param protection of what needs the password
 * @param password at most 8 characters; empty for none, then nothing opens what is protected
 */
public record CpuAccess(boolean putGet, Protection protection, String password) {

    public static final CpuAccess OPEN = new CpuAccess(true, Protection.NONE, "");

    /** What a CPU does only after the password. */
    public enum Protection {
        NONE("none"),
        WRITE("write"),
        READ_AND_WRITE("readAndWrite");

        private final String text;

        Protection(String text) {
            this.text = text;
        }

        /** As a model file has it. */
        @Override
        public String toString() {
            return text;
        }
    }

    public CpuAccess {
        if (password.length() > 8 || !password.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException("a password has at most 8 ASCII characters");
        }
    }
}
