package io.taktstrom.cli.deployment;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import io.taktstrom.cli.terminal.Outlet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointLinesTest {

    @Test
    void idsOfExpectedNamesNeverDependOnTheOrder() {
        List<String> names = new ArrayList<>(List.of("a b", "a_b", "a\tb", "c d", "twice", "twice"));
        List<String> first = ids(names);
        assertThat(first).doesNotHaveDuplicates().contains("a_b => plc.a_b", "c d => plc.c_d");
        long seed = System.nanoTime();
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(names, new Random(seed + round));
            assertThat(ids(names)).as("seed %d", seed + round).containsExactlyInAnyOrderElementsOf(first);
        }
    }

    /** Of the same name, the address is another each time: that of how often it came before, for want of a better one. */
    private static List<String> ids(List<String> names) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PointLines lines = new PointLines(new Outlet(new PrintStream(out, false, StandardCharsets.UTF_8)), "plc", null);
        lines.expect(names);
        List<String> seen = new ArrayList<>();
        for (String name : names) {
            lines.print(name, "MW" + Collections.frequency(seen, name), "");
            seen.add(name);
        }
        List<String> ids = new ArrayList<>();
        String[] printed = out.toString(StandardCharsets.UTF_8).split("\n", -1);
        for (int i = 0; i < names.size(); i++) {
            ids.add(names.get(i) + " => " + printed[i + 1].replaceAll(".*id: \"([^\"]*)\".*", "$1"));
        }
        return ids;
    }
}
