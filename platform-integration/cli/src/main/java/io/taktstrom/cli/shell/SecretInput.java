package io.taktstrom.cli.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.descriptor.Reference;

/** Reads secrets so that others do not see them: never from the command line, which every user of the machine can read. */
public final class SecretInput {

    private static final String REMEDY = "use --password '${env:NAME}' or '${file:PATH}'";
    private static final int MAX_TYPED = 1024;

    private SecretInput() {}

    /**
     * Resolves {@code ${env:NAME}} or {@code ${file:PATH}}.
     *
     * @throws IllegalArgumentException if it cannot be resolved; the message does not repeat the text, which may be a
     *     secret by mistake
     */
    public static String resolve(String reference) {
        if (!Reference.isMeant(reference)) {
            throw new IllegalArgumentException("a secret on the command line is visible to every user of this machine;"
                    + " write '${env:NAME}' or '${file:PATH}', or leave it out to be asked");
        }
        return Reference.parse(reference).resolve();
    }

    /**
     * Asks for a secret, which is not shown while it is typed.
     *
     * @throws UsageException if there is no terminal, or typing would be visible
     */
    public static String ask(Terminal terminal, String prompt) throws IOException {
        if (!terminal.inIsLive()) {
            throw new UsageException("cannot ask for the password: the input is not a terminal; " + REMEDY);
        }
        if (!terminal.isOfProcess()) {
            terminal.err().print(prompt);
            ByteArrayOutputStream typed = new ByteArrayOutputStream();
            for (int c = terminal.in().read();
                    c >= 0 && c != '\n' && typed.size() < MAX_TYPED;
                    c = terminal.in().read()) {
                typed.write(c);
            }
            return typed.toString(StandardCharsets.UTF_8);
        }
        if (!terminal.outIsLive()) {
            throw new UsageException(
                    "cannot ask for the password without showing it: the output is not a terminal; " + REMEDY);
        }
        return terminal.unseen(prompt);
    }
}
