package io.taktstrom.stream.block;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DeviceRingCursorTest {

    private static final int LENGTH = 64;

    private final DeviceRingCursor cursor = new DeviceRingCursor(false);
    private TestRing ring = new TestRing(ScalarType.ULINT, LENGTH);
    private long now;

    private DeviceRingCursor.Outcome look(ByteBuffer image) {
        return cursor.look(ring.layout, image, 0, now);
    }

    /** Looks after the time that the samples since the last look take. */
    private DeviceRingCursor.Outcome look() {
        now += LENGTH * TestRing.PERIOD;
        return look(ring.copy());
    }

    private void expect(long from, long to, long lost) {
        assertThat(cursor.from()).as("from").isEqualTo(from);
        assertThat(cursor.to()).as("to").isEqualTo(to);
        assertThat(cursor.lost()).as("lost").isEqualTo(lost);
    }

    @Test
    void aRingWithoutSamplesIsEmpty() {
        assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.EMPTY);
        ring.add(1);
        assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.READ);
        expect(0, 1, 0);
    }

    @Test
    void theFirstLookGivesTheNewestSampleAndLaterOnesWhatIsNew() {
        ring.add(50);
        look();
        expect(49, 50, 0);
        ring.add(LENGTH);
        look();
        expect(50, 50 + LENGTH, 0);
        look();
        expect(50 + LENGTH, 50 + LENGTH, 0);
    }

    @Test
    void whoTakesOverBeginsWithTheOldestSampleAndCountsNothingAsLost() {
        ring.add(10 * LENGTH + 50);
        DeviceRingCursor next = new DeviceRingCursor(true);
        next.look(ring.layout, ring.copy(), 0, now);
        assertThat(next.from()).isEqualTo(9 * LENGTH + 50);
        assertThat(next.to()).isEqualTo(10 * LENGTH + 50);
        assertThat(next.lost()).isZero();
        assertThat(next.overflow()).isFalse();
    }

    @Test
    void eachSampleHasItsOwnTime() {
        ring.add(10);
        look();
        ring.add(20);
        look();
        for (long number = cursor.from(); number < cursor.to(); number++) {
            assertThat(cursor.timeOf(number)).isEqualTo(TestRing.START + number * TestRing.PERIOD);
        }
    }

    @Test
    void whatWasOverwrittenIsCountedExactly() {
        ring.add(10);
        look();
        for (int i = 0; i < 5; i++) {
            now += LENGTH * TestRing.PERIOD;
            ring.add(LENGTH);
        }
        look();
        expect(10 + 4 * LENGTH, 10 + 5 * LENGTH, 4 * LENGTH);
        assertThat(cursor.overflow()).isTrue();
        ring.add(1);
        look();
        assertThat(cursor.overflow()).isFalse();
    }

    @Test
    void slotsThatTheDeviceWasAboutToWriteAreNotRead() {
        ring.add(10);
        look();
        ring.add(LENGTH);
        ring.announce(8);
        look();
        expect(18, 10 + LENGTH, 8);
    }

    @Test
    void samplesOfATornImageGetTheirTimesFromTheLastWholeOne() {
        ring.add(10);
        look();
        ring.add(5);
        ring.announce(3);
        look();
        expect(10, 15, 0);
        assertThat(cursor.timeOf(14)).isEqualTo(TestRing.START + 14 * TestRing.PERIOD);
    }

    @Test
    void aCounterThatWasResetIsBelievedAtTheSecondLook() {
        ring.add(5000);
        look();
        ring.set(0);
        ring.add(3);
        assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.TORN);
        ring.add(2);
        assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.READ);
        expect(0, 5, 0);
        assertThat(cursor.restarted()).isTrue();
        ring.add(2);
        look();
        expect(5, 7, 0);
        assertThat(cursor.restarted()).isFalse();
    }

    @Test
    void aReadThatWentWrongOnceChangesNothing() {
        ring.add(5000);
        look();
        ByteBuffer image = ring.copy();
        image.putLong(ring.layout.head(), 77_000_000).putLong(ring.layout.next(), 77_000_000);
        assertThat(look(image)).isEqualTo(DeviceRingCursor.Outcome.TORN);
        ring.add(4);
        look();
        expect(5000, 5004, 0);
        assertThat(cursor.overflow()).isFalse();
    }

    @Test
    void aJumpOfTheCounterIsALossOfThatManySamples() {
        ring.add(100);
        look();
        ring.set(1_000_000);
        assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.TORN);
        look();
        expect(1_000_000 - LENGTH, 1_000_000, 1_000_000 - LENGTH - 100);
    }

    @Test
    void aDeviceThatStoodStillIsNoticedByItsClock() {
        ring.add(10);
        look();
        ring.pause(5_000_000_000L);
        ring.add(10);
        look();
        expect(10, 20, 0);
        assertThat(cursor.jumpNanos()).isEqualTo(5_000_000_000L);
        assertThat(cursor.overflow()).isTrue();
    }

    @Test
    void aClockThatIsSetBackIsNoLoss() {
        ring.add(10);
        look();
        ring.pause(-3_600_000_000_000L);
        ring.add(10);
        look();
        assertThat(cursor.jumpNanos()).isEqualTo(-3_600_000_000_000L);
        assertThat(cursor.overflow()).isFalse();
        assertThat(cursor.timeOf(19)).isEqualTo(TestRing.START + 19 * TestRing.PERIOD - 3_600_000_000_000L);
    }

    @Test
    void ofARingWithAnotherLengthOnlyNewSamplesAreRead() {
        ring.add(100);
        look();
        TestRing longer = new TestRing(ScalarType.ULINT, 2 * LENGTH);
        longer.written = 100;
        longer.set(100);
        longer.add(20);
        ring = longer;
        look();
        expect(120, 120, 20);
        longer.add(5);
        look();
        expect(120, 125, 0);
    }

    @Test
    void aCounterOf32BitsWrapsAround() {
        ring = new TestRing(ScalarType.UDINT, LENGTH);
        ring.set(0xFFFF_FFF0L);
        ring.add(4);
        look();
        for (int i = 0; i < 10; i++) {
            long before = cursor.to();
            ring.add(10);
            look();
            expect(before, before + 10, 0);
            for (long number = before; number < before + 10; number++) {
                assertThat(ring.valueAt(ring.memory, number)).isEqualTo((int) number);
            }
        }
        assertThat(ring.head()).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5})
    void aPeriodThatIsNoneMakesNoSense(long period) {
        ring.add(10);
        ring.memory.putInt(16, (int) period);
        if (period == 0) {
            assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.TORN);
        } else {
            // Unsigned: a very long one.
            assertThat(look()).isEqualTo(DeviceRingCursor.Outcome.READ);
        }
    }

    /**
     * A task writes at its own pace while a reader copies, byte by byte from start to end, and comes at random moments: each
     * sample is delivered once with its own value and time, or counted as lost.
     */
    @ParameterizedTest
    @EnumSource(names = {"ULINT", "UDINT"})
    void whateverTheTaskDoesWhileItIsReadEachSampleIsDeliveredOnceOrCounted(ScalarType counter) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            oneRound(counter, random);
        }
    }

    private void oneRound(ScalarType counter, SplittableRandom random) {
        TestRing task = new TestRing(counter, LENGTH);
        DeviceRingCursor reader = new DeviceRingCursor(false);
        long start = counter == ScalarType.UDINT ? 0xFFFF_FFFEL - random.nextInt(500) : random.nextInt(500);
        task.set(start);
        task.add(1);
        long time = 0;
        reader.look(task.layout, task.copy(), 0, time);
        long delivered = 1;
        long lost = 0;
        long expected = reader.to();
        long offset = TestRing.START - (expected - 1) * TestRing.PERIOD;
        for (int read = 0; read < 100; read++) {
            int between = random.nextInt(10) == 0 ? random.nextInt(4 * LENGTH) : random.nextInt(LENGTH / 2);
            for (int i = 0; i < between; i++) {
                task.add(1);
            }
            time += (between + 1) * TestRing.PERIOD;
            ByteBuffer image = copyWhileWritten(task, random);
            DeviceRingCursor.Outcome outcome = reader.look(task.layout, image, 0, time);
            assertThat(outcome).isIn(DeviceRingCursor.Outcome.READ, DeviceRingCursor.Outcome.TORN);
            if (outcome == DeviceRingCursor.Outcome.READ) {
                assertThat(reader.from()).isEqualTo(expected + reader.lost());
                for (long number = reader.from(); number < reader.to(); number++) {
                    assertThat(task.valueAt(image, number)).isEqualTo((int) number);
                    assertThat(reader.timeOf(number)).isEqualTo(offset + number * TestRing.PERIOD);
                    delivered++;
                }
                lost += reader.lost();
                expected = reader.to();
            }
        }
        time += 10L * LENGTH * TestRing.PERIOD;
        assertThat(reader.look(task.layout, task.copy(), 0, time)).isEqualTo(DeviceRingCursor.Outcome.READ);
        assertThat(delivered + lost + reader.lost() + reader.to() - reader.from())
                .isEqualTo(task.written);
    }

    private static ByteBuffer copyWhileWritten(TestRing task, SplittableRandom random) {
        ByteBuffer image = task.newImage();
        int at = 0;
        while (at < image.capacity()) {
            int end = random.nextBoolean()
                    ? image.capacity()
                    : Math.min(image.capacity(), at + 8 * (1 + random.nextInt(12)));
            task.copy(image, at, end);
            at = end;
            int samples = 1 + random.nextInt(6);
            if (at < image.capacity() && random.nextInt(3) == 0) {
                int done = random.nextInt(samples + 1);
                task.announce(samples);
                task.write(0, done);
                int middle = Math.min(image.capacity(), at + 8 * random.nextInt(12));
                task.copy(image, at, middle);
                at = middle;
                task.write(done, samples - done);
                task.commit(samples);
            }
        }
        return image;
    }
}
