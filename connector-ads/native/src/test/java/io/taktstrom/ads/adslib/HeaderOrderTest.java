package io.taktstrom.ads.adslib;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeaderOrderTest {

    /** 2026-11-21 12:00 UTC. */
    private static final long TIME = 134_398_728_000_000_000L;

    private static final long NO_CLOCK = 12_345_678L;
    private static final int HANDLE = 0x1234_5678;
    private static final int SIZE = 4;

    private final HeaderOrder order = new HeaderOrder();

    private long handleFirst(long time, int handle) {
        return order.time((handle & 0xFFFF_FFFFL) | (time << 32), (time >>> 32) | ((long) SIZE << 32));
    }

    private long timeFirst(long time, int handle) {
        return order.time(time, (handle & 0xFFFF_FFFFL) | ((long) SIZE << 32));
    }

    @Test
    void theLayoutOfTheWindowsLibraryIsRecognised() {
        assertThat(handleFirst(TIME, HANDLE)).isEqualTo(TIME);
        assertThat(handleFirst(TIME + 1, HANDLE)).isEqualTo(TIME + 1);
    }

    @Test
    void theLayoutWithTheTimeInFrontIsRecognised() {
        assertThat(timeFirst(TIME, HANDLE)).isEqualTo(TIME);
        assertThat(timeFirst(TIME + 1, HANDLE)).isEqualTo(TIME + 1);
    }

    @Test
    void aDeviceWithoutAClockSettlesNothing() {
        assertThat(handleFirst(NO_CLOCK, HANDLE)).isEqualTo(NO_CLOCK);
        assertThat(timeFirst(TIME, HANDLE)).isEqualTo(TIME);
        assertThat(timeFirst(NO_CLOCK, HANDLE)).isEqualTo(NO_CLOCK);
    }

    @Test
    void aHandleThatLooksLikeATimeSettlesNothing() {
        int lookalike = (int) (TIME >>> 32);
        assertThat(timeFirst(TIME, lookalike)).as("a guess, which may be wrong").isNotNegative();
        assertThat(timeFirst(TIME, HANDLE)).isEqualTo(TIME);
        assertThat(timeFirst(TIME, lookalike)).as("no guess any more").isEqualTo(TIME);
    }

    @Test
    void theSizeIsAtTheSamePlaceInBoth() {
        assertThat(HeaderOrder.size(0x0000_0004_FFFF_FFFFL)).isEqualTo(4);
    }
}
