package io.taktstrom.spi;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Set;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectorsTest {

    /** Two connectors, as the service loader finds them. */
    public static final class Zeta extends Fake {
        public Zeta() {
            super("zeta");
        }
    }

    public static final class Alpha extends Fake {
        public Alpha() {
            super("alpha");
        }
    }

    private abstract static class Fake implements ConnectorProvider {
        private final String scheme;

        Fake(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public ConnectorDescriptor descriptor() {
            return ConnectorDescriptor.of(scheme, "Fake", "")
                    .port(7)
                    .capabilities(Set.of(Capability.READ))
                    .addresses("", ".*")
                    .build();
        }

        @Override
        public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
            throw new ConnectFailedException("connect " + endpoint);
        }
    }

    @Test
    void allProvidersOfTheClassPathAreFoundByScheme() {
        assertThat(Connectors.all())
                .extracting(provider -> provider.descriptor().scheme())
                .containsExactly("alpha", "zeta");
        assertThat(Connectors.provider("zeta")).isInstanceOf(Zeta.class);
    }

    /** As in a platform that loads plug-ins by loaders of their own. */
    @Test
    void theContextLoaderOfTheThreadDoesNotMatter() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader foreign = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(foreign);
            assertThat(Connectors.all()).hasSize(2);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void aSchemeThatIsMissingIsAnsweredWithThoseThatAreThere() {
        assertThatThrownBy(() -> Connectors.provider("s7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no connector for 's7'; there are alpha://HOST[:7][?OPTION=VALUE&...],"
                        + " zeta://HOST[:7][?OPTION=VALUE&...]; to have it, add its jar to"
                        + " the class path, for example connector-ads");
        assertThatThrownBy(() -> Connectors.connect("nonsense"))
                .hasMessageStartingWith("no connector for 'nonsense'; there are alpha://");
    }

    @Test
    void aLoaderWithoutConnectorsSaysWhatToDo() {
        Providers none = Providers.of(ClassLoader.getPlatformClassLoader());
        assertThatThrownBy(() -> none.connector("ads"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no connector for 'ads'; none is available; to have it, add its jar to the class path, for example"
                                + " connector-ads");
    }

    @Test
    void aUriLeadsToTheConnectorOfItsScheme() {
        assertThatThrownBy(() -> Connectors.connect("alpha://plc:9"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessage("connect alpha://plc:9");
        assertThatThrownBy(() -> Connectors.connect("alpha://plc?nonsense=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no option nonsense");
    }

    @Test
    void everyExceptionHasTheStatusThatItsSamplesGet() {
        assertStatus(new ConnectFailedException("x"), "Bad_NoCommunication");
        assertStatus(new ConnectionLostException("x"), "Bad_ConnectionClosed");
        assertStatus(new InvalidRequestException("x"), "Bad_InvalidArgument");
        assertStatus(new RequestTimeoutException("x"), "Bad_Timeout");
        assertStatus(new MalformedFrameException("x", 7), "Bad_DecodingError");
        assertStatus(new DeviceErrorException("x", StatusCode.BAD_OUT_OF_SERVICE, 0x710), "Bad_OutOfService");
        assertThat(new MalformedFrameException("length 5", 7)).hasMessage("length 5 (at byte 7)");
        assertThat(new MalformedFrameException("length 5", 7).offset()).isEqualTo(7);
        assertThat(new DeviceErrorException("x", StatusCode.BAD, 0x710).nativeCode())
                .isEqualTo(0x710);
        IOException cause = new IOException("reset");
        assertThat(new ConnectionLostException("x", cause)).hasCause(cause);
    }

    private static void assertStatus(ConnectorException e, String name) {
        assertThat(StatusCode.name(e.status())).isEqualTo(name);
    }

    @Test
    void subscriptionsHaveNoNegativeTimes() {
        Duration second = Duration.ofSeconds(1);
        assertThat(SubscriptionSettings.cyclic(second).maxDelay()).isZero();
        assertThat(SubscriptionSettings.onChange(second).trigger()).isEqualTo(SubscriptionSettings.Trigger.ON_CHANGE);
        assertThatThrownBy(() -> SubscriptionSettings.cyclic(second.negated()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new SubscriptionSettings(SubscriptionSettings.Trigger.CYCLIC, second, second.negated()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theStandardContextHasTheSystemsClockAndNoObserver() {
        ConnectContext context = ConnectContext.standard();
        context.observer().onNotice("no observer gets this");
        context.observer().onOperationCompleted(ConnectionObserver.Operation.READ, 1);
        context.observer().onRoundTrips(1);
        assertThat(context.observer()).isSameAs(ConnectionObserver.NONE);
        assertThat(context.clock().epochNanos()).isPositive();
    }

    @Test
    void everythingMatchesTheWholeFilter() {
        assertThat(BrowseFilter.ALL.match().matches("MAIN.a.b[1]")).isTrue();
        assertThat(BrowseFilter.ALL.expand()).isTrue();
        assertThat(BrowseFilter.matching("MAIN.*").match().matches("MAIN.a.b")).isFalse();
    }
}
