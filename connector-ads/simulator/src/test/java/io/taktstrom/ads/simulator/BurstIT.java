package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.util.List;

import io.taktstrom.ads.simulator.RawClient.Notification;
import io.taktstrom.ads.simulator.RawClient.Sample;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class BurstIT {

    @Test
    void allNumbersOfABurstArriveInOrder() throws IOException {
        try (AdsSimulator plc =
                        AdsSimulator.builder().burst(new Burst(0, 100, 100_050)).start();
                RawClient client = new RawClient(plc)) {
            int handle = client.handle("simulator.burst");
            RawClient.assertResult(0, client.addNotification(0xF005, handle, 4, 3, 0, 0));

            int next = 0;
            while (next < 100_050) {
                Notification notification = client.notification();
                assertThat(notification.samples()).hasSize(next < 100_000 ? 100 : 50);
                for (Sample sample : notification.samples()) {
                    assertThat(sample.bytes().getInt(0)).isEqualTo(next++);
                }
            }
            await().untilAsserted(
                            () -> assertThat(plc.count(AdsCounter.SAMPLES)).isEqualTo(100_050));
        }
    }

    @Test
    void theClientMayChooseFrameSizeRateAndWidth() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder().start();
                RawClient client = new RawClient(plc)) {
            int tenThousandPerSecond = 1000;
            int handle = client.addNotification(Burst.GROUP, 7, 8, 4, 0, tenThousandPerSecond)
                    .data()
                    .getInt(4);

            Notification first = client.notification();
            Notification second = client.notification();

            assertThat(first.samples()).hasSize(7).allMatch(sample -> sample.handle() == handle);
            assertThat(second.samples().get(0).bytes().getLong(0)).isEqualTo(7);
            assertThat(client.ask(7, RawClient.ints(handle)).result()).isZero();
            RawClient.assertResult(0x703, client.addNotification(Burst.GROUP, 5000, 8, 4, 0, 0));
            RawClient.assertResult(0x705, client.addNotification(Burst.GROUP, 0, 2, 4, 0, 0));
        }
    }

    @Test
    void aDeletedBurstEnds() throws IOException {
        try (AdsSimulator plc =
                        AdsSimulator.builder().burst(new Burst(0, 10, 0)).start();
                RawClient client = new RawClient(plc)) {
            int handle =
                    client.addNotification(Burst.GROUP, 0, 4, 3, 0, 0).data().getInt(4);
            client.notification();

            assertThat(client.ask(7, RawClient.ints(handle)).result()).isZero();

            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().contains(plc.amsAddress() + "-client")
                            && thread.getName().endsWith("burst")));
        }
    }

    @Test
    void everyCycleOfAFastTaskArrives() throws IOException {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(AdsModel.parse("""
                                taskCycle: 50us
                                symbols: {MAIN.counter: {type: DINT, waveform: counter}}
                                """)).start();
                RawClient client = new RawClient(plc)) {
            client.addNotification(0xF005, client.handle("MAIN.counter"), 4, 3, 0, 0);

            List<Sample> samples = client.samples(20_000);

            for (int i = 1; i < samples.size(); i++) {
                assertThat(samples.get(i).bytes().getInt(0))
                        .isEqualTo(samples.get(i - 1).bytes().getInt(0) + 1);
                assertThat(samples.get(i).fileTime())
                        .isGreaterThan(samples.get(i - 1).fileTime());
            }
        }
    }
}
