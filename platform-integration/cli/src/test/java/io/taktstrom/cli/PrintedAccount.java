package io.taktstrom.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The accounting of a pipeline, as a command prints it.
 *
 * @param recovered of those received
 */
public record PrintedAccount(long received, long recovered, long published, long buffered, long dropped) {

    /**
     * Reads it, and checks that it is balanced.
     *
     * @param pipeline its name, or the beginning of it
     */
    public static PrintedAccount of(String out, String pipeline) {
        Matcher line = Pattern.compile("(?m)^" + Pattern.quote(pipeline)
                        + ".*: +received (\\d+)(?: \\((\\d+) recovered\\))? = published (\\d+)"
                        + " \\+ buffered (\\d+)(?: \\(\\d+ on disk\\))? \\+ dropped (\\d+)")
                .matcher(out);
        assertThat(line.find()).as(out).isTrue();
        PrintedAccount account =
                new PrintedAccount(number(line, 1), number(line, 2), number(line, 3), number(line, 4), number(line, 5));
        assertThat(account.received()).as(out).isEqualTo(account.published() + account.buffered() + account.dropped());
        return account;
    }

    private static long number(Matcher line, int group) {
        return line.group(group) == null ? 0 : Long.parseLong(line.group(group));
    }
}
