package io.taktstrom.ads.simulator;

/**
 * Who may add routes. Never prints the password.
 */
record Login(String user, String password) {

    /** What TwinCAT 2 on Windows CE comes with. */
    static final Login DEFAULT = new Login("Administrator", "1");

    boolean accepts(String givenUser, String givenPassword) {
        return user.equalsIgnoreCase(givenUser) && password.equals(givenPassword);
    }

    @Override
    public String toString() {
        return "Login[" + user + "]";
    }
}
