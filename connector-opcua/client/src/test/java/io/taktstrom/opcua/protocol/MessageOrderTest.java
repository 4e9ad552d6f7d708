package io.taktstrom.opcua.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** OPC 10000-4, 5.14.1.4: numbers from 1, without gaps, and 1 again after 2^32 - 1. */
class MessageOrderTest {

    private final List<Long> delivered = new ArrayList<>();
    private final List<Long> acknowledged = new ArrayList<>();
    private final MessageOrder<Long> order = new MessageOrder<>(1, delivered::add, acknowledged::add);

    @Test
    void messagesThatOvertookWaitForThoseBeforeThem() {
        order.accept(2, 2L);
        order.accept(3, 3L);
        assertThat(delivered).isEmpty();
        assertThat(order.hasGap()).isTrue();
        assertThat(order.missing()).isEqualTo(1);
        order.accept(1, 1L);
        assertThat(delivered).containsExactly(1L, 2L, 3L);
        assertThat(acknowledged).containsExactly(1L, 2L, 3L);
        assertThat(order.hasGap()).isFalse();
    }

    @Test
    void aMessageThatComesTwiceIsDeliveredOnce() {
        assertThat(order.accept(1, 1L)).isTrue();
        assertThat(order.accept(1, 1L)).isFalse();
        assertThat(order.accept(3, 3L)).isTrue();
        assertThat(order.accept(3, 3L)).isFalse();
        assertThat(delivered).containsExactly(1L);
    }

    @Test
    void aKeepAliveTellsOfALossAtTheEnd() {
        order.accept(1, 1L);
        order.announce(2);
        assertThat(order.hasGap()).isFalse();
        order.announce(4);
        assertThat(order.hasGap()).isTrue();
        assertThat(order.missing()).isEqualTo(2);
        order.skip();
        assertThat(order.missing()).isEqualTo(3);
        order.skip();
        assertThat(order.hasGap()).isFalse();
    }

    @Test
    void whatIsGivenUpLetsTheRestThrough() {
        order.accept(1, 1L);
        order.accept(3, 3L);
        order.accept(6, 6L);
        order.skip();
        assertThat(delivered).containsExactly(1L, 3L);
        order.jump();
        assertThat(delivered).containsExactly(1L, 3L, 6L);
        assertThat(order.hasGap()).isFalse();
    }

    @Test
    void anyOrderOfArrivalGivesTheSameOrderOfDelivery() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Long> out = new ArrayList<>();
            MessageOrder<Long> shuffled = new MessageOrder<>(1, out::add, number -> {});
            List<Long> numbers = new ArrayList<>();
            for (long number = 1; number <= 20; number++) {
                numbers.add(number);
                numbers.add(number);
            }
            Collections.shuffle(numbers, random);
            long accepted = numbers.stream()
                    .filter(number -> shuffled.accept(number, number))
                    .count();
            assertThat(out).as("seed " + seed + ", round " + round).hasSize(20).isSorted();
            assertThat(accepted).isEqualTo(20);
        }
    }

    @Test
    void afterTheLastNumberComesOne() {
        order.announce(0x7FFF_FFFFL);
        order.jump();
        order.announce(0xFFFF_FFFEL);
        order.jump();
        order.accept(0xFFFF_FFFEL, -2L);
        order.accept(1, 1L);
        assertThat(delivered).containsExactly(-2L);
        order.accept(0xFFFF_FFFFL, -1L);
        assertThat(delivered).containsExactly(-2L, -1L, 1L);
    }

    @Test
    void aSubscriptionThatIsTakenOverGoesOnWithItsNextMessage() {
        MessageOrder<Long> taken = new MessageOrder<>(5, delivered::add, acknowledged::add);
        assertThat(taken.hasGap()).isFalse();
        assertThat(taken.isBehind(4)).isTrue();
        assertThat(taken.isBehind(5)).isFalse();
        assertThat(taken.accept(4, 4L)).isFalse();
        taken.accept(6, 6L);
        assertThat(taken.missing()).isEqualTo(5);
        taken.accept(5, 5L);
        assertThat(delivered).containsExactly(5L, 6L);
    }
}
