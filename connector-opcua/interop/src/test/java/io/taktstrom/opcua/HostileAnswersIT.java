package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.AnswerProxy.Message;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A server whose answers make no sense, one at a time: each ends in a value, a status or a failure that the SPI knows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileAnswersIT {

    private static final int ROUNDS = 40;
    private static final long SEED = 20_261_121;

    /** Behind the answer's header, which asyncua writes with these many bytes. */
    private static final int BODY = 24;

    /** The answer to Read (the OPC Foundation's NodeIds.csv). */
    private static final int READ = 634;

    /** How an answer is spoilt. */
    enum Harm {
        /** Some bytes are others. */
        NOISE {
            @Override
            Message done(Message answer, Random random) {
                Message spoilt = answer;
                for (int i = 0; i < 4; i++) {
                    spoilt = spoilt.with(BODY + random.nextInt(answer.bodyLength() - BODY), (byte) random.nextInt());
                }
                return spoilt;
            }
        },
        /** A length or a count is as large as it can be. */
        HUGE_COUNT {
            @Override
            Message done(Message answer, Random random) {
                int at = BODY + random.nextInt(answer.bodyLength() - BODY - 3);
                return answer.with(at, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0x7F);
            }
        },
        /** The end is missing. */
        CUT_SHORT {
            @Override
            Message done(Message answer, Random random) {
                return answer.shortenedTo(BODY + random.nextInt(answer.bodyLength() - BODY));
            }
        },
        /** It is the answer to another question. */
        OTHER_TYPE {
            @Override
            Message done(Message answer, Random random) {
                int[] types = {431, 464, 470, 530, 557, 634, 676, 754, 790, 829, 835};
                return answer.ofType(types[random.nextInt(types.length)]);
            }
        };

        abstract Message done(Message answer, Random random);
    }

    private PeerServer server;
    private AnswerProxy proxy;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
        proxy = new AnswerProxy(server.port());
    }

    @AfterAll
    void stopServer() throws IOException {
        if (server != null) {
            proxy.close();
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Harm.class)
    @Timeout(180)
    void noAnswerDoesMoreThanFail(Harm harm) throws IOException {
        Random random = new Random(SEED);
        List<String> surprises = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            // Each round spoils a later answer than the one before, from the first of all to those of a subscription.
            int spoilt = round % 20;
            int[] passed = {0};
            AtomicReference<Integer> type = new AtomicReference<>(0);
            proxy.change(answer -> {
                if (passed[0]++ != spoilt || answer.bodyLength() <= BODY + 4) {
                    return List.of(answer);
                }
                type.set(answer.type());
                return List.of(harm.done(answer, random));
            });
            try {
                useEverything("1s");
            } catch (ConnectorException expected) {
                assertThat(expected.getMessage())
                        .contains("127.0.0.1")
                        .doesNotContain("java.", "io.netty", "milo", "Exception");
            } catch (RuntimeException | Error e) {
                surprises.add("round " + round + ", answer " + type.get() + ": " + e);
            }
        }
        assertThat(surprises).as("seed " + SEED).isEmpty();
        proxy.change(List::of);
        useEverything("30s");
    }

    @Test
    @Timeout(60)
    void aStructureThatIsNotAsItsTypeIsDefinedCostsItsOwnPointOnly() throws IOException {
        server.tell("set int32 42");
        server.tell(
                "set press {\"Number\":1,\"Ratio\":\"2\",\"Name\":\"abc\",\"Row\":[1,2,3],\"Part\":{\"Id\":1,\"Weight\":\"1\"}}");
        proxy.change(List::of);
        try (Connection connection = Connectors.connect("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none")) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of(PeerServer.address("press")), DataPoint.of(PeerServer.address("int32"))));
            byte[] name = {3, 0, 0, 0, 'a', 'b', 'c'};
            proxy.change(answer -> answer.type() == READ
                    ? List.of(answer.with(answer.find(name), (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0x7F))
                    : List.of(answer));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.statusAt(0)).isEqualTo(StatusCode.BAD_DECODING_ERROR);
            assertThat(Values.get(batch, 1)).isEqualTo(42L);
            proxy.change(List::of);
            connection.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Good");
        }
    }

    /** Each with a byte that UTF-8 does not have, that goes on with nothing, or that is missing its beginning. */
    @Test
    @Timeout(60)
    void aTextThatIsNoUtf8HasReplacementsWhereItIsNone() throws IOException {
        server.tell("set string \"abcdef\"");
        proxy.change(List::of);
        try (Connection connection = Connectors.connect("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("string"))));
            SampleBatch batch = group.newBatch();
            byte[] text = {'a', 'b', 'c', 'd', 'e', 'f'};
            for (int wrong : new int[] {0xFF, 0xE2, 0x80, 0xC0}) {
                proxy.change(answer -> answer.type() == READ
                        ? List.of(answer.with(answer.find(text) + 2, (byte) wrong))
                        : List.of(answer));
                connection.read(group, batch);
                assertThat(Values.get(batch, 0)).as("0x%x", wrong).isEqualTo("ab\uFFFDdef");
            }
        }
    }

    /** The clock that answers carry says nothing about the network; what a sample carries is the device's own. */
    @ParameterizedTest
    @ValueSource(longs = {-20 * 365, 20 * 365})
    @Timeout(120)
    void aServerWhoseClockIsWrongIsUsedAllTheSame(long days) throws IOException {
        long off = days * 24 * 3600 * 10_000_000L;
        proxy.change(answer -> List.of(answer.later(off)));
        useEverything("30s");
    }

    private void useEverything(String patience) throws ConnectorException {
        try (Connection connection = Connectors.connect("opc.tcp://127.0.0.1:" + proxy.port()
                + "?security=none&connectTimeout=" + patience + "&requestTimeout=" + patience)) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of(PeerServer.address("int32")).withWritable(),
                    DataPoint.of(PeerServer.address("press")),
                    DataPoint.of("/Objects/Test/row")));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(10)), samples -> {});
            try (BrowseCursor cursor = connection.browse(BrowseFilter.matching("/Objects/Test/*int*"))) {
                assertThat(cursor.next(100)).hasSizeLessThan(100);
            }
            connection.device();
        }
    }
}
