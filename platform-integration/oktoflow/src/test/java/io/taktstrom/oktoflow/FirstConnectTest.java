package io.taktstrom.oktoflow;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class FirstConnectTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final FirstConnect connect = new FirstConnect();

    private CompletableFuture<Boolean> await(Duration patience, Duration work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return connect.await(patience, work);
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void attemptsThatFailAreTriedUntilOneConnects() {
        CompletableFuture<Boolean> connected = await(LONG, LONG);
        connect.onState(ConnectionState.WAITING);
        connect.onState(ConnectionState.CONNECTING);
        connect.onState(ConnectionState.CONNECTED);
        assertThat(connected.join()).isTrue();
    }

    @Test
    void anAttemptThatRunsWhenTheTimeIsOverIsTheLast() {
        CompletableFuture<Boolean> connected = await(Duration.ofMillis(1), LONG);
        connect.onState(ConnectionState.WAITING);
        assertThat(connected.join()).isFalse();
    }

    @Test
    void anAttemptThatRunsWhenTheTimeIsOverMayConnect() {
        CompletableFuture<Boolean> connected = await(Duration.ofMillis(1), LONG);
        connect.onState(ConnectionState.CONNECTED);
        assertThat(connected.join()).isTrue();
    }

    @Test
    void noAttemptRunsForEver() {
        assertThat(await(Duration.ofMillis(1), Duration.ofMillis(1)).join()).isFalse();
    }
}
