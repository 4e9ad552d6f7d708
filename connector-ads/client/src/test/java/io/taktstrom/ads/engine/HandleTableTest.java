package io.taktstrom.ads.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.taktstrom.ads.backend.AdsNotification;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HandleTableTest {

    private static AdsNotification notification(int handle, int key) {
        AdsNotification notification = new AdsNotification(0, 0, 4, 4, 0, 0, key);
        notification.added(0, handle);
        return notification;
    }

    @Test
    void anEmptyTableKnowsNothing() {
        HandleTable table = new HandleTable();
        assertThat(table.key(0)).isEqualTo(HandleTable.UNKNOWN);
        assertThat(table.key(-1)).isEqualTo(HandleTable.UNKNOWN);
    }

    @Test
    void onlyWhatTheDeviceHasIsAdded() {
        HandleTable table = new HandleTable();
        AdsNotification refused = notification(5, 1);
        refused.added(0x701, 5);
        table.add(List.of(refused, notification(0, 2)));
        assertThat(table.key(5)).isEqualTo(HandleTable.UNKNOWN);
        assertThat(table.key(0)).isEqualTo(2);
    }

    /** The device gives a number to another client as soon as it is free, which can be before we have removed it. */
    @Test
    void removingAnOldOwnerKeepsTheNewOne() {
        HandleTable table = new HandleTable();
        AdsNotification old = notification(7, 1);
        table.add(List.of(old));
        table.add(List.of(notification(7, 2)));
        table.remove(List.of(old));
        assertThat(table.key(7)).isEqualTo(2);
    }

    @Test
    void itAgreesWithAMap() {
        long seed = 20261121;
        Random random = new Random(seed);
        HandleTable table = new HandleTable();
        Map<Integer, AdsNotification> expected = new HashMap<>();
        for (int round = 0; round < 500; round++) {
            List<AdsNotification> some = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                // Few different handles, so that they meet, and all with the same low bits.
                some.add(notification(random.nextInt(64) << 20, round * 8 + i));
            }
            if (random.nextInt(3) > 0) {
                table.add(some);
                some.forEach(one -> expected.put(one.handle(), one));
            } else {
                List<AdsNotification> gone = new ArrayList<>(expected.values()).subList(0, expected.size() / 2);
                table.remove(gone);
                gone.forEach(one -> expected.remove(one.handle()));
            }
            for (int handle = 0; handle < 64; handle++) {
                AdsNotification one = expected.get(handle << 20);
                assertThat(table.key(handle << 20))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(one == null ? HandleTable.UNKNOWN : one.key());
            }
        }
    }
}
