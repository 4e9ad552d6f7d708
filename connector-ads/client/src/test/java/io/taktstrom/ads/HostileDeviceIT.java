package io.taktstrom.ads;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.ads.symbol.Tables;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Devices that say what is not so: sizes, bounds, types, and an end that never comes. Each costs itself, and no other. */
@Timeout(120)
class HostileDeviceIT {

    private static final int READ = 2;
    private static final int BIG_TYPE = 65;
    private static final String SMALL = "maxSumCommands=1&maxMemory=16MiB";

    private final SmallPlc plc = new SmallPlc().dints(3);
    private final ScriptedPeer.Notices notices = new ScriptedPeer.Notices();

    /** Serves tables; of the memory, nought. */
    private byte[] answer(Request request, byte[] symbols, byte[] types) {
        return request.command() == READ
                ? SmallPlc.read(request, symbols, types, () -> new byte[request.length()])
                : plc.answer(request);
    }

    private ScriptedPeer peer(Tables tables) throws Exception {
        byte[] symbols = tables.symbols();
        byte[] types = tables.types();
        return new ScriptedPeer((request, wire) -> wire.send(answer(request, symbols, types)));
    }

    private AdsSession connect(ScriptedPeer peer, String options) throws ConnectorException {
        return (AdsSession) peer.connect(options, notices);
    }

    private static List<DataPoint> points(String... names) {
        return java.util.Arrays.stream(names).map(DataPoint::of).toList();
    }

    @Test
    void aTableThatIsAnnouncedAndNeverSentIsNotAllocated() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.group() == 0xF00F && request.command() == READ
                                ? request.value(SmallPlc.sizes(127 << 20, 0))
                                : plc.answer(request)));
                AdsSession connection = connect(peer, SMALL)) {
            PointGroup group = connection.resolve(points("MAIN.v0"));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(notices.all).anyMatch(text -> text.contains("133169152 bytes") && text.contains("maxMemory"));
            assertThat(peer.requests()).noneMatch(request -> request.group() == 0xF00B);
            assertThat(connection.granted().held()).isZero();
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOfSatisfying(
                            DeviceErrorException.class,
                            e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED));
        }
    }

    /** Small on the wire, and several times as large once it is read. */
    @Test
    void aTableThatIsBeyondTheGrantOnceItIsReadIsRefused() throws Exception {
        Tables tables = new Tables();
        for (int i = 0; i < 50_000; i++) {
            tables.symbol("a" + i, "INT", 2, 0, 2);
        }
        try (ScriptedPeer peer = peer(tables);
                AdsSession connection = connect(peer, SMALL)) {
            assertThat(connection.resolve(points("a7")).statusAt(0)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
            assertThat(notices.all).anyMatch(text -> text.contains("read the tables of 5.1.2.3.1.1:851"));
            assertThat(connection.granted().held()).isZero();
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                    .isInstanceOfSatisfying(
                            DeviceErrorException.class,
                            e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED));
        }
    }

    /** What is granted is still not allocated before it has come: this would be half of a gigabyte. */
    @Test
    void aGrantedTableIsAllocatedAsItArrives() throws Exception {
        byte[] symbols = new Tables().symbol("MAIN.x", "DINT", 3, 8, 4).symbols();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.group() == 0xF00F && request.command() == READ
                                ? request.value(SmallPlc.sizes(1 << 29, 0))
                                : answer(request, symbols, new byte[0])));
                AdsSession connection = connect(peer, "maxSumCommands=1&maxMemory=2GiB")) {
            assertThat(connection.resolve(points("MAIN.x")).statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(connection.granted().held()).isBetween(1L, 10_000L);
        }
    }

    @Test
    void oneSymbolOfTwoGigabytesIsTheBadStatusOfItsPoint() throws Exception {
        Tables tables = new Tables()
                .symbol("MAIN.huge", "BYTE", 17, 0, Integer.MAX_VALUE)
                .symbol("MAIN.larger", "BYTE", 17, 0, -1)
                .symbol("MAIN.text", "STRING(30000000)", 30, 0, 30_000_001)
                .symbol("MAIN.good", "DINT", 3, 8, 4);
        try (ScriptedPeer peer = peer(tables);
                AdsSession connection = connect(peer, SMALL)) {
            PointGroup group = connection.resolve(points("MAIN.huge", "MAIN.good", "MAIN.text", "MAIN.larger"));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            assertThat(group.statusAt(1)).isEqualTo(StatusCode.GOOD);
            assertThat(group.statusAt(2)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            assertThat(StatusCode.isBad(group.statusAt(3))).isTrue();
            assertThat(notices.all).anyMatch(text -> text.contains("hold MAIN.huge, 2147483647 bytes"));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(batch.statusAt(1)).isEqualTo(StatusCode.GOOD);
            assertThat(batch.statusAt(0)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        }
    }

    /** The first in the list, and as large as all there is: the small ones get theirs all the same. */
    @Test
    void whatAGroupTakesIsGivenBackWhenItIsClosed() throws Exception {
        Tables tables = new Tables()
                .symbol("MAIN.large", "ARRAY [1..3500000] OF BYTE", 17, 0, 3_500_000)
                .symbol("MAIN.small", "ARRAY [1..500000] OF BYTE", 17, 0, 500_000);
        MemoryBudget memory;
        try (ScriptedPeer peer = peer(tables);
                AdsSession connection = connect(peer, SMALL)) {
            long before;
            try (PointGroup first = connection.resolve(points("MAIN.small"))) {
                assertThat(first.statusAt(0)).isEqualTo(StatusCode.GOOD);
                before = connection.granted().held();
                PointGroup second = connection.resolve(points("MAIN.large", "MAIN.small"));
                assertThat(second.statusAt(0)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
                assertThat(second.statusAt(1)).isEqualTo(StatusCode.GOOD);
                second.close();
                assertThat(connection.granted().held()).isEqualTo(before);
            }
            PointGroup third = connection.resolve(points("MAIN.large"));
            assertThat(third.statusAt(0)).isEqualTo(StatusCode.GOOD);
            memory = connection.granted();
        }
        assertThat(memory.held()).isZero();
    }

    @Test
    void anArrayWhoseBoundsCannotBeFailsNoOtherPoint() throws Exception {
        Tables tables = new Tables()
                .array("A", "SINT", 16, Integer.MAX_VALUE, new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE})
                .symbol("MAIN.evil", "A", BIG_TYPE, 0, Integer.MAX_VALUE)
                .symbol("MAIN.good", "DINT", 3, 8, 4);
        try (ScriptedPeer peer = peer(tables);
                AdsSession connection = connect(peer, SMALL)) {
            PointGroup group = connection.resolve(points("MAIN.evil", "MAIN.good"));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            assertThat(group.statusAt(1)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void aStructureThatExpandsWithoutEndIsTheBadStatusOfItsPointAndItsPartsCanBeRead() throws Exception {
        Tables tables = new Tables()
                .overlapping(30)
                .symbol("MAIN.evil", "S29", BIG_TYPE, 0, 4)
                .symbol("MAIN.good", "DINT", 3, 8, 4);
        try (ScriptedPeer peer = peer(tables);
                AdsSession connection = connect(peer, SMALL)) {
            PointGroup group = connection.resolve(points("MAIN.evil", "MAIN.good", "MAIN.evil" + ".m3".repeat(30)));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            assertThat(group.statusAt(1)).isEqualTo(StatusCode.GOOD);
            assertThat(group.statusAt(2)).isEqualTo(StatusCode.GOOD);
            assertThat(notices.all).anyMatch(text -> text.contains("MAIN.evil") && text.contains("parts"));
            try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
                assertThat(cursor.next(1000)).extracting(BrowseNode::address).containsExactly("MAIN.evil", "MAIN.good");
                assertThat(cursor.next(1000)).isEmpty();
            }
        }
    }

    /** Each part in time, and no end of them. */
    @Test
    void anUploadThatTakesForEverIsGivenUpAsAWhole() throws Exception {
        AtomicInteger parts = new AtomicInteger();
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.command() != READ || request.group() != 0xF00B) {
                        wire.send(
                                request.group() == 0xF00F && request.command() == READ
                                        ? request.value(SmallPlc.sizes(100 << 20, 0))
                                        : plc.answer(request));
                    } else if (request.length() > 32 * 1024) {
                        wire.send(request.result(0x705));
                    } else {
                        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                        parts.incrementAndGet();
                        wire.send(request.value(new byte[request.length()]));
                    }
                });
                AdsSession connection = connect(peer, "maxMemory=1GiB&browseTimeout=500ms")) {
            assertThatThrownBy(() -> connection.resolve(points("MAIN.v0")))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("upload table 0xf00b of 5.1.2.3.1.1:851")
                    .hasMessageContaining("a larger browseTimeout");
            assertThat(parts.get()).isBetween(1, 100);
            assertThat(connection.granted().held()).isZero();
            connection.readState();
        }
    }

    /** Whatever a device's tables say, and wherever they are cut, each point has a status, and all is given back. */
    @Test
    void anyTablesCutAnywhereCostTheirPointsAndNothingElse() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.getLogger("test").log(System.Logger.Level.INFO, "seed {0}", Long.toString(seed));
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            Tables tables = Tables.any(random).symbol("MAIN.good", "DINT", 3, 8, 4);
            boolean whole = random.nextBoolean();
            byte[] symbols = tables.symbols();
            byte[] types = whole ? tables.types() : java.util.Arrays.copyOf(tables.types(), random.nextInt(2000));
            MemoryBudget memory;
            try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request, symbols, types)));
                    AdsSession connection = connect(peer, SMALL)) {
                memory = connection.granted();
                String[] names = new String[11];
                for (int i = 0; i < 10; i++) {
                    names[i] = "MAIN.v" + i + (random.nextBoolean() ? "" : ".m1");
                }
                names[10] = "MAIN.good";
                PointGroup group = connection.resolve(points(names));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                assertThat(batch.size()).as("seed %d, round %d", seed, round).isEqualTo(11);
                assertThat(whole ? batch.statusAt(10) : StatusCode.GOOD)
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(StatusCode.GOOD);
                try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
                    cursor.next(1000);
                } catch (DeviceErrorException | MalformedFrameException e) {
                    assertThat(whole)
                            .as("seed %d, round %d: %s", seed, round, e)
                            .isFalse();
                }
            }
            assertThat(memory.held()).as("seed %d, round %d", seed, round).isZero();
        }
    }
}
