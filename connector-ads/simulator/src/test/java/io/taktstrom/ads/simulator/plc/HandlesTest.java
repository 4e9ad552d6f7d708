package io.taktstrom.ads.simulator.plc;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.taktstrom.ads.simulator.memory.PlcMemory;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HandlesTest {

    private static PlcVariable variable(String name) {
        PlcType type = new PlcType.Elementary(ScalarType.INT);
        Symbol symbol = new Symbol(name, type, new Symbol.Place.Data(), null, Map.of(), "", true, false, Map.of());
        return new PlcVariable(name, type, new PlcMemory(0x4040, 8), 0, StructType.WHOLE, "", symbol);
    }

    @Test
    void aHandleLeadsToItsVariableUntilItIsClosed() {
        Handles handles = new Handles(10);
        PlcVariable a = variable("a");
        int handle = handles.open(a);

        assertThat(handle).isNotZero();
        assertThat(handles.find(handle)).isSameAs(a);
        assertThat(handles.close(handle)).isTrue();
        assertThat(handles.find(handle)).isNull();
        assertThat(handles.close(handle)).isFalse();
    }

    @Test
    void thereAreAsManyHandlesAsTheLimitSaysAndClosedOnesAreUsedAgain() {
        Handles handles = new Handles(100);
        Set<Integer> open = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            open.add(handles.open(variable("v" + i)));
        }
        assertThat(open).hasSize(100).doesNotContain(0);
        assertThat(handles.open(variable("one too many"))).isZero();

        handles.close(open.iterator().next());

        assertThat(handles.open(variable("last"))).isNotZero();
    }

    @Test
    void afterAnOnlineChangeOldHandlesAreKnownAsSuch() {
        Handles handles = new Handles(10);
        int old = handles.open(variable("a"));

        handles.clear(true);

        assertThat(handles.find(old)).isNull();
        assertThat(handles.error(old)).isEqualTo(0x711);
        assertThat(handles.error(0x12345678)).isEqualTo(0x710);
        assertThat(handles.open(variable("a"))).isNotEqualTo(old);
    }

    @Test
    void afterADownloadOldHandlesAreUnknown() {
        Handles handles = new Handles(10);
        int old = handles.open(variable("a"));

        handles.clear(false);

        assertThat(handles.find(old)).isNull();
        assertThat(handles.error(old)).isEqualTo(0x710);
    }

    @Test
    void generationsComeRoundWithoutReviving() {
        Handles handles = new Handles(10);
        int old = handles.open(variable("a"));
        for (int i = 0; i < 5000; i++) {
            handles.clear(i % 3 == 0);
            int handle = handles.open(variable("b"));
            assertThat(handles.find(handle)).isNotNull();
        }

        assertThat(handles.find(old)).isNull();
    }
}
