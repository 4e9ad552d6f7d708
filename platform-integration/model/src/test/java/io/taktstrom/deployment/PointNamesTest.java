package io.taktstrom.deployment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointNamesTest {

    @Test
    void expectedNamesNeverDependOnTheOrder() {
        List<String> names = new ArrayList<>(List.of("a b", "a_b", "a\tb", "c d", "twice", "twice"));
        List<String> first = named(names);
        assertThat(first).doesNotHaveDuplicates().contains("a_b => plc.a_b", "c d => plc.c_d");
        long seed = System.nanoTime();
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(names, new Random(seed + round));
            assertThat(named(names)).as("seed %d", seed + round).containsExactlyInAnyOrderElementsOf(first);
        }
    }

    @Test
    void theSameVariableIsCalledTheSameEachTime() {
        PointNames names = new PointNames("plc");
        assertThat(names.of("a", "MW0")).isEqualTo("plc.a");
        assertThat(names.of("a", "MW2")).isEqualTo("plc.a_2");
        assertThat(names.of("a", "MW0")).isEqualTo("plc.a");
    }

    @Test
    void aNodeIdIsCalledWithoutItsNamespace() {
        assertThat(PointNames.ofAddress("nsu=urn:plant:press;s=Press.Speed")).isEqualTo("Press.Speed");
        assertThat(PointNames.ofAddress("ns=4;i=1003")).isEqualTo("1003");
        assertThat(PointNames.ofAddress("MAIN.speed")).isEqualTo("MAIN.speed");
    }

    /** Of the same name, the address is another each time: that of how often it came before, for want of a better one. */
    private static List<String> named(List<String> all) {
        PointNames names = new PointNames("plc");
        all.forEach(names::expect);
        List<String> seen = new ArrayList<>();
        List<String> named = new ArrayList<>();
        for (String name : all) {
            named.add(name + " => " + names.of(name, "MW" + Collections.frequency(seen, name)));
            seen.add(name);
        }
        return named;
    }
}
