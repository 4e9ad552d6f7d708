package io.taktstrom.testkit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

import com.sun.management.UnixOperatingSystemMXBean;
import io.taktstrom.testkit.ProxiedPair.Ends;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.taktstrom.testkit.Direction.TO_CLIENT;
import static io.taktstrom.testkit.Direction.TO_SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class FaultProxyLifeIT {

    @Test
    void closeEndsEveryThreadWhateverItWaitsFor() throws Exception {
        ProxiedPair pair = new ProxiedPair(3);
        FaultProxy proxy = pair.proxy();
        Ends idle = pair.connect();
        proxy.arm(2, new Fault.Stall(TO_SERVER, 0));
        proxy.arm(3, new Fault.Delay(TO_CLIENT, Duration.ofDays(1)));
        proxy.arm(4, new Fault.BlackHole());
        proxy.arm(5, new Fault.Coalesce(TO_SERVER, 100, Duration.ofDays(1)));
        Ends stalled = pair.connect();
        stalled.client().getOutputStream().write(1);
        pair.connect().server().getOutputStream().write(1);
        Socket lost = pair.connectClient();
        pair.connect().client().getOutputStream().write(1);
        proxy.arm(new Fault.Refuse());
        await().until(() -> proxy.armed().stream().allMatch(armed -> armed.firings() == 1));
        assertThat(proxy.open()).isEqualTo(5);
        assertThat(threads(proxy))
                .as("one per black hole, two per connection, one acceptor")
                .hasSize(10);

        pair.close();

        assertThat(threads(proxy)).isEmpty();
        assertThat(proxy.open()).isZero();
        assertThat(List.of(idle.client(), stalled.server(), lost)).allMatch(Socket::isClosed);
        proxy.close();
    }

    @Test
    void connectionsLeaveNoThreadsAndNoDescriptorsBehind() throws Exception {
        var system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
        try (ProxiedPair pair = new ProxiedPair(4)) {
            FaultProxy proxy = pair.proxy();
            talkOnce(pair);
            await().until(() -> proxy.open() == 0);
            int threadsBefore = threads(proxy).size();
            long descriptorsBefore = system.getOpenFileDescriptorCount();

            proxy.arm(new Fault.RandomSplit(TO_CLIENT, 1, 3, Duration.ZERO));
            for (int i = 0; i < 300; i++) {
                talkOnce(pair);
            }

            await().until(() -> proxy.open() == 0 && threads(proxy).size() == threadsBefore);
            assertThat(system.getOpenFileDescriptorCount() - descriptorsBefore).isLessThan(20);
            assertThat(proxy.accepted()).isEqualTo(301);
        }
    }

    private static void talkOnce(ProxiedPair pair) throws IOException {
        Ends ends = pair.connect();
        try (Socket client = ends.client();
                Socket server = ends.server()) {
            server.getOutputStream().write(new byte[64]);
            assertThat(client.getInputStream().readNBytes(64)).hasSize(64);
        }
    }

    private static List<String> threads(FaultProxy proxy) {
        String prefix = "fault-proxy-" + proxy.address().getPort() + "-";
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }
}
