package io.taktstrom.ads;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A peer that has the tables of a real TwinCAT 3 system: names become addresses without another question. */
@Timeout(60)
class SymbolsIT {

    private static final byte[] SYMBOLS = table("plc30-symbols.hex");
    private static final byte[] TYPES = table("plc30-data-types.hex");

    private final SmallPlc plc = new SmallPlc();
    private final AtomicInteger version = new AtomicInteger(3);

    private static byte[] table(String file) {
        try (InputStream in = SymbolsIT.class.getResourceAsStream("/io/taktstrom/ads/protocol/" + file)) {
            String hex = new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.joining());
            return HexFormat.of().parseHex(hex);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private byte[] answer(Request request) {
        if (request.command() != 2) {
            return plc.answer(request);
        }
        return switch (request.group()) {
            case 0xF00F -> request.value(sizes(SYMBOLS.length, TYPES.length));
            case 0xF00B -> request.value(SYMBOLS);
            case 0xF00E -> request.value(TYPES);
            case 0xF008 -> request.value(new byte[] {(byte) version.get()});
            // Each byte of the memory has the low bits of its address.
            default -> {
                byte[] value = new byte[request.length()];
                for (int i = 0; i < value.length; i++) {
                    value[i] = (byte) (request.offset() + i);
                }
                yield request.value(value);
            }
        };
    }

    private static byte[] sizes(int symbolBytes, int typeBytes) {
        return Request.bytes(
                Request.little(24).putInt(374).putInt(symbolBytes).putInt(100).putInt(typeBytes));
    }

    private static long count(ScriptedPeer peer, int group) {
        return peer.requests().stream()
                .filter(request -> request.group() == group)
                .count();
    }

    @Test
    void theTablesAreFetchedOnceAndNamesAreFoundInThem() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            for (int round = 0; round < 3; round++) {
                PointGroup group =
                        connection.resolve(List.of(DataPoint.of("main.HURZ_LINT"), DataPoint.of("MAIN.hurz_REAL")));
                assertThat(group.typeAt(0).text()).isEqualTo("LINT");
                assertThat(group.typeAt(1).text()).isEqualTo("REAL");
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                assertThat(batch.statusAt(0)).isEqualTo(StatusCode.GOOD);
                // MAIN.hurz_LINT is at 0x65C68.
                assertThat(batch.longAt(0)).isEqualTo(0x6F6E6D6C6B6A6968L);
            }
            assertThat(count(peer, 0xF00B)).isEqualTo(1);
            assertThat(count(peer, 0xF00E)).isEqualTo(1);
            assertThat(count(peer, 0xF009)).isZero();
        }
    }

    @Test
    void aNewSymbolVersionVoidsTheTablesAndWhatWasResolvedWithThem() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("maxSumCommands=1")) {
            PointGroup old = connection.resolve(List.of(DataPoint.of("MAIN.hurz_LINT")));
            version.incrementAndGet();
            connection.resolve(List.of(DataPoint.of("MAIN.hurz_REAL")));
            assertThat(count(peer, 0xF00B)).isEqualTo(2);
            SampleBatch batch = old.newBatch();
            connection.read(old, batch);
            assertThat(batch.statusAt(0)).isEqualTo(StatusCode.GOOD);
        }
    }

    @Test
    void browsingWalksAllSymbolsInPages() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(answer(request)));
                Connection connection = peer.connect("")) {
            List<BrowseNode> all = new ArrayList<>();
            try (BrowseCursor cursor = connection.browse(new BrowseFilter(io.taktstrom.model.Glob.of("**"), false))) {
                for (List<BrowseNode> page = cursor.next(50); !page.isEmpty(); page = cursor.next(50)) {
                    assertThat(page).hasSizeLessThanOrEqualTo(50);
                    all.addAll(page);
                }
            }
            assertThat(all).hasSize(374);
            try (BrowseCursor cursor = connection.browse(BrowseFilter.matching("MAIN.hurz_L*"))) {
                assertThat(cursor.next(100))
                        .extracting(BrowseNode::address)
                        .contains("MAIN.hurz_LINT", "MAIN.hurz_LREAL");
            }
        }
    }

    @Test
    void aDeviceThatCannotSendATableAtOnceSendsItInParts() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    boolean upload = request.command() == 2 && request.group() == 0xF00B;
                    if (!upload) {
                        wire.send(answer(request));
                    } else if (request.length() > 32 * 1024) {
                        wire.send(request.result(0x705));
                    } else {
                        wire.send(request.value(
                                Arrays.copyOfRange(SYMBOLS, request.offset(), request.offset() + request.length())));
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.hurz_LINT")));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(count(peer, 0xF009)).isZero();
        }
    }

    /** A table that is cut, or announced too large, or made of nonsense, is unusable; names can still be asked for. */
    @Test
    void anUnusableTableMeansThatNamesAreLookedUpOneByOne() throws Exception {
        byte[] noise = new byte[4096];
        new java.util.Random(5).nextBytes(noise);
        byte[] unnamed = new byte[240];
        Request.little(unnamed).putInt(0, 120).putInt(120, 120);
        for (byte[] bad : List.of(Arrays.copyOf(SYMBOLS, 1001), noise, unnamed)) {
            plc.dints(3);
            ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
            try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                        if (request.group() == 0xF00F && request.command() == 2) {
                            wire.send(request.value(sizes(bad.length, 0)));
                        } else if (request.group() == 0xF00B && request.command() == 2) {
                            wire.send(request.value(bad));
                        } else {
                            wire.send(plc.answer(request));
                        }
                    });
                    Connection connection = peer.connect("", notices)) {
                PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v2")));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                assertThat(batch.longAt(0)).isEqualTo(2);
                assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL)).isInstanceOf(DeviceErrorException.class);
                assertThat(connection.closed().toCompletableFuture()).isNotDone();
            }
        }
    }

    @Test
    void anAnnouncedTableOfFourGigabytesIsNotAllocated() throws Exception {
        ScriptedPeer.Notices notices = new ScriptedPeer.Notices();
        plc.dints(1);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.group() == 0xF00F && request.command() == 2
                                ? request.value(sizes(-1, -1))
                                : plc.answer(request)));
                Connection connection = peer.connect("", notices)) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v0")));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.GOOD);
            assertThat(notices.all).anyMatch(text -> text.contains("4294967295 bytes"));
        }
    }

    @Test
    void aDescriptionThatMakesNoSenseIsTheBadStatusOfItsPoint() throws Exception {
        ByteBuffer entry = Request.little(40).putInt(0, 5000);
        plc.dints(2);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> wire.send(
                        request.group() == 0xF009 && request.writtenText().startsWith("MAIN.v0")
                                ? request.value(Request.bytes(entry))
                                : plc.answer(request)));
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v0"), DataPoint.of("MAIN.v1")));
            assertThat(group.statusAt(0)).isEqualTo(StatusCode.BAD_DECODING_ERROR);
            assertThat(group.statusAt(1)).isEqualTo(StatusCode.GOOD);
        }
    }
}
