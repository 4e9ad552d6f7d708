package io.taktstrom.cli.ads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.descriptor.Reference;

/** A secret, from where others do not see it: never from the command line, which every user of the machine can read. */
final class SecretInput {

    private static final int MAX_TYPED = 1024;

    private SecretInput() {}

    /**
     * What a reference stands for: {@code ${env:NAME}} or {@code ${file:PATH}}.
     *
     * @throws IllegalArgumentException if it stands for nothing; the message does not repeat the text, which may be a
     *     secret by mistake
     */
    static String refer(String reference) {
        if (!Reference.isMeant(reference)) {
            throw new IllegalArgumentException("a secret on the command line can be seen by everybody on this machine;"
                    + " say '${env:NAME}' or '${file:PATH}', or leave it out to be asked");
        }
        return Reference.parse(reference).resolve();
    }

    /**
     * Asks for a secret, which is not shown while it is typed.
     *
     * @throws IllegalArgumentException if there is no terminal, or typing would be visible
     */
    static String ask(Terminal terminal, String prompt) throws IOException {
        if (!terminal.inIsLive()) {
            throw new IllegalArgumentException(
                    "the password cannot be asked for: the input is not a terminal; use --password '${env:NAME}' or '${file:PATH}'");
        }
        if (!terminal.isOfProcess()) {
            terminal.err().print(prompt);
            return line(terminal);
        }
        if (!terminal.outIsLive()) {
            throw new IllegalArgumentException("the password cannot be asked for without showing it, because the output"
                    + " is not a terminal; use --password '${env:NAME}' or '${file:PATH}'");
        }
        return terminal.unseen(prompt);
    }

    private static String line(Terminal terminal) throws IOException {
        byte[] typed = new byte[MAX_TYPED];
        int length = 0;
        for (int c = terminal.in().read();
                c >= 0 && c != '\n' && length < MAX_TYPED;
                c = terminal.in().read()) {
            typed[length++] = (byte) c;
        }
        return new String(typed, 0, length, StandardCharsets.UTF_8);
    }
}
