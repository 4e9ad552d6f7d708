package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SampleStoreTest {

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, StringType.string(20));
    private final SourceGroup source = new SourceGroup(group, true, new PointLosses());
    private final SampleBatch in = new SampleBatch(16, 256);
    private final SlotChain waiting = new SlotChain();

    private int put(SampleStore store, long receivedAt, long sequence, long value) {
        in.reset(group, receivedAt, sequence);
        in.add(0, 7, StatusCode.GOOD, value);
        return store.put(waiting, source, in, 0, StatusCode.GOOD, 0);
    }

    private int putText(SampleStore store, String text) {
        in.reset(group, 1, 0);
        in.addText(1, 7, StatusCode.GOOD, text);
        return store.put(waiting, source, in, 0, StatusCode.GOOD, text.length());
    }

    private List<String> shown(SampleStore store, SlotChain chain) {
        List<String> shown = new ArrayList<>();
        Taken.show(store, chain, store.newView(), batch -> {
            StringBuilder samples = new StringBuilder(batch.receivedAt() + "/" + batch.sequence() + ":");
            for (int i = 0; i < batch.size(); i++) {
                samples.append(' ').append(batch.pointAt(i) == 0 ? batch.longAt(i) : batch.textAt(i));
            }
            shown.add(samples.toString());
        });
        return shown;
    }

    @Test
    void itHoldsItsSlotsAndNotOneMore() {
        SampleStore store = new SampleStore(5, 0, false);
        for (int i = 0; i < 5; i++) {
            assertThat(store.hasRoom(0)).isTrue();
            put(store, 1, i, i);
        }
        assertThat(store.hasRoom(0)).isFalse();
        store.drop(waiting);
        assertThat(store.hasRoom(0)).isTrue();
    }

    @Test
    void samplesThatWereReceivedTogetherAreShownTogether() {
        SampleStore store = new SampleStore(8, 0, false);
        put(store, 100, 0, 10);
        put(store, 100, 1, 11);
        put(store, 200, 2, 12);
        put(store, 200, 4, 14);

        assertThat(shown(store, waiting)).containsExactly("100/0: 10 11", "200/2: 12", "200/4: 14");
        assertThat(waiting.size).isEqualTo(4);
    }

    @Test
    void whatComesAroundSamplesThatAreHeldKeepsItsOrder() {
        SampleStore store = new SampleStore(6, 0, false);
        SlotChain held = new SlotChain();
        for (int i = 0; i < 4; i++) {
            put(store, 1, i, i);
        }
        store.move(waiting, held);
        store.move(waiting, held);
        store.drop(waiting);
        store.drop(waiting);
        for (int i = 4; i < 8; i++) {
            put(store, 1, i, i);
        }

        assertThat(store.hasRoom(0)).isFalse();
        assertThat(shown(store, held)).containsExactly("1/0: 0 1");
        assertThat(shown(store, waiting)).containsExactly("1/4: 4 5", "1/6: 6 7");
        store.dropAll(held);
        put(store, 1, 8, 8);
        put(store, 1, 9, 9);
        assertThat(shown(store, waiting)).containsExactly("1/4: 4 5", "1/6: 6 7", "1/8: 8 9");
    }

    @Test
    void textIsStoredInOnePieceAroundWhatIsHeld() {
        SampleStore store = new SampleStore(8, 10, false);
        SlotChain held = new SlotChain();
        putText(store, "abcd");
        putText(store, "efgh");
        assertThat(store.hasRoom(3)).as("two bytes left").isFalse();
        store.move(waiting, held);
        store.drop(waiting);
        assertThat(store.hasRoom(6)).as("behind what is held").isTrue();
        assertThat(store.hasRoom(7)).isFalse();
        putText(store, "ijklmn");

        assertThat(shown(store, held)).containsExactly("1/0: abcd");
        assertThat(shown(store, waiting)).containsExactly("1/0: ijklmn");
        store.dropAll(held);
        store.dropAll(waiting);
        assertThat(store.hasRoom(10)).isTrue();
    }

    @Test
    void aTextIsReplacedWhereItsRoomSuffices() {
        SampleStore store = new SampleStore(4, 32, true);
        int slot = putText(store, "long enough");
        in.reset(group, 2, 5);
        in.addText(1, 8, StatusCode.GOOD, "short");

        assertThat(store.hasRoomAt(slot, in, 0)).isTrue();
        store.replace(slot, in, 0, StatusCode.GOOD);
        assertThat(shown(store, waiting)).containsExactly("2/5: short");

        in.reset(group, 3, 6);
        in.addText(1, 9, StatusCode.GOOD, "much too long for that");
        assertThat(store.hasRoomAt(slot, in, 0)).isFalse();
    }
}
