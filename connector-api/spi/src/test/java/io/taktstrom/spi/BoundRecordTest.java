package io.taktstrom.spi;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BoundRecordTest {

    record Spindle(
            @Address("MAIN.speed") double speed,
            @Address(value = "MAIN.target", writable = true) int target,
            @Address(value = "MAIN.name", writable = true) String name) {}

    enum Mode {
        IDLE,
        RUN
    }

    record Limits(int low, int high) {}

    record Axis(boolean ready, Limits limits, List<Limits> history) {}

    record All(
            @Address("bool") boolean flag,
            @Address("sint") byte small,
            @Address("int") short number,
            @Address("udint") long large,
            @Address("ulint") BigInteger huge,
            @Address("real") float real,
            @Address("char") char letter,
            @Address("time") Duration time,
            @Address("mode") Mode mode,
            @Address("matrix") List<List<Integer>> matrix,
            @Address("axis") Axis axis) {}

    private static final StructType LIMITS = new StructType(
            "ST_Limits",
            List.of(new StructType.Field("Low", ScalarType.INT, 0), new StructType.Field("High", ScalarType.INT, 2)),
            4);
    private static final StructType AXIS = new StructType(
            "ST_Axis",
            List.of(
                    new StructType.Field("Ready", ScalarType.BOOL, 0),
                    new StructType.Field("Limits", LIMITS, 1),
                    new StructType.Field("History", ArrayType.of(LIMITS, 2), 5)),
            13);
    private static final EnumType MODE = new EnumType(
            "E_Mode", ScalarType.INT, List.of(new EnumType.Member("Idle", 0), new EnumType.Member("Run", 1)));

    private final MemoryConnection device = new MemoryConnection();

    private BoundRecord<Spindle> spindle() throws ConnectorException {
        device.set("MAIN.speed", ScalarType.LREAL, 99.5);
        device.set("MAIN.target", ScalarType.INT, 1200L);
        device.set("MAIN.name", StringType.string(8), "left");
        return device.bind(Spindle.class);
    }

    @Test
    void aReadFillsEveryComponent() throws ConnectorException {
        assertThat(spindle().read()).isEqualTo(new Spindle(99.5, 1200, "left"));
    }

    @Test
    void everyFormOfComponentIsFilledAndWritten() throws ConnectorException {
        Map<String, Object> low = Map.of("Low", 1L, "High", 2L);
        device.set("bool", ScalarType.BOOL, true);
        device.set("sint", ScalarType.SINT, -128L);
        device.set("int", ScalarType.INT, -32_768L);
        device.set("udint", ScalarType.UDINT, 4_294_967_295L);
        device.set("ulint", ScalarType.ULINT, new BigInteger("18446744073709551615"));
        device.set("real", ScalarType.REAL, 0.1f);
        device.set("char", ScalarType.CHAR, "x");
        device.set("time", ScalarType.TIME, Duration.ofMillis(5));
        device.set("mode", MODE, "Run");
        device.set("matrix", DataType.parse("ARRAY[1..2,1..2] OF INT"), List.of(List.of(1L, 2L), List.of(3L, 4L)));
        device.set("axis", AXIS, Map.of("Ready", true, "Limits", low, "History", List.of(low, low)));
        Limits limits = new Limits(1, 2);
        assertThat(device.bind(All.class).read())
                .isEqualTo(new All(
                        true,
                        (byte) -128,
                        (short) -32_768,
                        4_294_967_295L,
                        new BigInteger("18446744073709551615"),
                        0.1f,
                        'x',
                        Duration.ofMillis(5),
                        Mode.RUN,
                        List.of(List.of(1, 2), List.of(3, 4)),
                        new Axis(true, limits, List.of(limits, limits))));
    }

    record Writable(
            @Address(value = "mode", writable = true) Mode mode,
            @Address(value = "axis", writable = true) Axis axis,
            @Address(value = "matrix", writable = true) List<List<Integer>> matrix,
            @Address(value = "char", writable = true) char letter) {}

    @Test
    void structuresListsAndEnumsAreWrittenAsTheyAreRead() throws ConnectorException {
        Map<String, Object> zero = Map.of("Low", 0L, "High", 0L);
        device.set("mode", MODE, "Idle");
        device.set("axis", AXIS, Map.of("Ready", false, "Limits", zero, "History", List.of(zero, zero)));
        device.set("matrix", DataType.parse("ARRAY[1..2,1..1] OF INT"), List.of(List.of(0L), List.of(0L)));
        device.set("char", ScalarType.CHAR, "a");
        Writable value = new Writable(
                Mode.RUN,
                new Axis(true, new Limits(1, 2), List.of(new Limits(3, 4), new Limits(5, 6))),
                List.of(List.of(7), List.of(8)),
                'z');
        BoundRecord<Writable> bound = device.bind(Writable.class);
        bound.write(value);
        assertThat(device.get("mode")).isEqualTo("Run");
        assertThat(bound.read()).isEqualTo(value);
    }

    @Test
    void aWriteWritesWhatIsWritableAndNothingElse() throws ConnectorException {
        spindle().write(new Spindle(0, 7, "right"));
        assertThat(device.writes()).containsExactly("MAIN.target", "MAIN.name");
        assertThat(device.get("MAIN.target")).isEqualTo(7L);
        assertThat(device.get("MAIN.speed")).isEqualTo(99.5);
    }

    record ReadOnly(@Address("MAIN.speed") double speed) {}

    @Test
    void aRecordWithNothingWritableSaysHowToMakeItSo() throws ConnectorException {
        spindle();
        assertThatThrownBy(() -> device.bind(ReadOnly.class).write(new ReadOnly(1)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("write ReadOnly: no component is writable; say @Address(value = ..., writable = true)");
    }

    @Test
    void aValueThatDoesNotFitIsRefusedByNameAndNothingIsWritten() throws ConnectorException {
        BoundRecord<Spindle> bound = spindle();
        assertThatThrownBy(() -> bound.write(new Spindle(0, 70_000, "right")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("write MAIN.target (Spindle.target): value 70000 is out of the range of INT");
        assertThatThrownBy(() -> bound.write(new Spindle(0, 7, "far too long")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("write MAIN.name (Spindle.name): text 'far too long' takes 12");
        assertThat(device.writes()).isEmpty();
    }

    record Boxed(
            @Address(value = "MAIN.target", writable = true) @Nullable
            Integer target) {}

    @Test
    void aComponentThatIsNullIsRefusedByName() throws ConnectorException {
        spindle();
        assertThatThrownBy(() -> device.bind(Boxed.class).write(new Boxed(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Boxed.target")
                .hasMessageContaining("null");
    }

    @Test
    void anUnknownAddressFailsTheBindingAndLeavesNoGroupOpen() {
        assertThatThrownBy(() -> device.bind(ReadOnly.class))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage("bind ReadOnly.speed to MAIN.speed: Bad_NodeIdUnknown; check the address, or browse");
        assertThat(device.openGroups).isZero();
    }

    record NoAddress(@Address("MAIN.speed") double speed, double other) {}

    record Empty() {}

    @Test
    void aRecordThatCannotBeBoundIsAnIllegalArgument() {
        assertThatThrownBy(() -> device.bind(NoAddress.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("component other of NoAddress has no @Address");
        assertThatThrownBy(() -> device.bind(Empty.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("record Empty has no components to bind");
    }

    @Test
    void aValueThatIsNotGoodIsAnErrorOfTheDeviceWithItsStatus() throws ConnectorException {
        BoundRecord<Spindle> bound = spindle();
        for (int status : new int[] {StatusCode.BAD_TIMEOUT, StatusCode.UNCERTAIN_LAST_USABLE_VALUE}) {
            device.set("MAIN.target", ScalarType.INT, 1L, status);
            assertThatThrownBy(bound::read)
                    .isInstanceOfSatisfying(
                            DeviceErrorException.class,
                            e -> assertThat(e.status()).isEqualTo(status))
                    .hasMessage("read MAIN.target (Spindle.target): " + StatusCode.name(status));
            assertThatThrownBy(() -> bound.write(new Spindle(0, 1, ""))).isInstanceOf(DeviceErrorException.class);
        }
    }

    record Tiny(@Address("n") byte value) {}

    record Floating(@Address("n") float value) {}

    record Double64(@Address("n") double value) {}

    record Texts(@Address("n") String value) {}

    record Flag(@Address("n") boolean value) {}

    @Test
    void aNumberIsNeverCut() throws ConnectorException {
        device.set("n", ScalarType.INT, 128L);
        misfit(Tiny.class, "Tiny.value: value 128 does not fit byte");
        device.set("n", ScalarType.LREAL, 1.5);
        misfit(Tiny.class, "Tiny.value: value 1.5 does not fit byte");
        device.set("n", ScalarType.LREAL, Double.NaN);
        misfit(Tiny.class, "Tiny.value: value NaN does not fit byte");
        device.set("n", ScalarType.LREAL, 1e300);
        misfit(Floating.class, "Floating.value: value 1.0E300 does not fit float");
        device.set("n", ScalarType.LREAL, 0.1);
        misfit(Floating.class, "Floating.value: value 0.1 does not fit float");
        device.set("n", ScalarType.LINT, (1L << 53) + 1);
        misfit(Double64.class, "Double64.value: value 9007199254740993 does not fit double");
        misfit(Floating.class, "does not fit float");
        device.set("n", ScalarType.ULINT, new BigInteger("18446744073709551615"));
        misfit(Double64.class, "does not fit double");
    }

    @Test
    void whatFitsExactlyIsTaken() throws ConnectorException {
        device.set("n", ScalarType.LREAL, 0.5);
        assertThat(device.bind(Floating.class).read().value()).isEqualTo(0.5f);
        device.set("n", ScalarType.LREAL, Double.NaN);
        assertThat(device.bind(Floating.class).read().value()).isNaN();
        device.set("n", ScalarType.LREAL, Double.NEGATIVE_INFINITY);
        assertThat(device.bind(Floating.class).read().value()).isEqualTo(Float.NEGATIVE_INFINITY);
        device.set("n", ScalarType.LREAL, -0.0);
        assertThat(device.bind(Floating.class).read().value()).isEqualTo(-0f);
        device.set("n", ScalarType.LINT, 1L << 60);
        assertThat(device.bind(Double64.class).read().value()).isEqualTo(0x1p60);
        device.set("n", ScalarType.REAL, 0.1f);
        assertThat(device.bind(Double64.class).read().value()).isEqualTo(0.1f);
        device.set("n", ScalarType.LREAL, 5.0);
        assertThat(device.bind(Tiny.class).read().value()).isEqualTo((byte) 5);
    }

    @Test
    void aComponentOfAnotherKindIsAMisfitByName() throws ConnectorException {
        device.set("n", ScalarType.INT, 1L);
        misfit(Texts.class, "Texts.value is java.lang.String, but the device has Long 1");
        misfit(Flag.class, "Flag.value is boolean, but the device has Long 1");
        device.set("n", MODE, 9L);
        misfit(ModeOnly.class, "ModeOnly.value is " + Mode.class.getName() + ", but the device has Long 9");
        device.set("n", LIMITS, Map.of("Low", 1L, "High", 2L));
        misfit(Wide.class, "has none for Range.middle");
    }

    record ModeOnly(@Address("n") Mode value) {}

    record Range(int low, int middle) {}

    record Wide(@Address("n") Range value) {}

    private <T extends Record> void misfit(Class<T> type, String message) throws ConnectorException {
        BoundRecord<T> bound = device.bind(type);
        assertThatThrownBy(bound::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    record Checked(@Address("n") int value) {
        Checked {
            if (value < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    @Test
    void whatTheRecordItselfRefusesIsTheCause() throws ConnectorException {
        device.set("n", ScalarType.INT, -1L);
        BoundRecord<Checked> bound = device.bind(Checked.class);
        assertThatThrownBy(bound::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot make a Checked from [-1]")
                .hasRootCauseMessage("negative");
    }

    @Test
    void aSubscriptionGivesWholeRecordsOnceEveryComponentIsGood() throws ConnectorException {
        BoundRecord<Spindle> bound = spindle();
        List<Spindle> records = new ArrayList<>();
        Subscription subscription = bound.subscribe(SubscriptionSettings.onChange(Duration.ZERO), records::add);
        device.push(0, 1);
        assertThat(records).isEmpty();
        device.push(2);
        assertThat(records).containsExactly(new Spindle(99.5, 1200, "left"));
        device.set("MAIN.target", ScalarType.INT, 5L);
        device.push(1);
        assertThat(records).last().isEqualTo(new Spindle(99.5, 5, "left"));
        device.set("MAIN.target", ScalarType.INT, 6L, StatusCode.BAD_TIMEOUT);
        device.push(1);
        device.push(0);
        assertThat(records).as("nothing while a component is Bad").hasSize(2);
        device.set("MAIN.target", ScalarType.INT, 6L);
        device.push(1);
        assertThat(records).hasSize(3);
        subscription.close();
        device.push(1);
        assertThat(records).hasSize(3);
    }

    @Test
    void aSubscriptionSaysOnceWhyThereAreNoRecords() throws ConnectorException {
        BoundRecord<Spindle> bound = spindle();
        List<Spindle> records = new ArrayList<>();
        List<Integer> troubles = new ArrayList<>();
        bound.subscribe(SubscriptionSettings.onChange(Duration.ZERO), records::add, troubles::add);
        device.push(0, 1);
        assertThat(troubles).as("nothing is wrong, one is still to come").isEmpty();
        device.push(2);
        device.set("MAIN.target", ScalarType.INT, 6L, StatusCode.BAD_TIMEOUT);
        device.push(1);
        device.push(1);
        device.push(0);
        assertThat(troubles).containsExactly(StatusCode.BAD_TIMEOUT);
        device.set("MAIN.target", ScalarType.INT, 6L, StatusCode.BAD_NO_COMMUNICATION);
        device.push(1);
        device.set("MAIN.target", ScalarType.INT, 7L);
        device.push(1);
        assertThat(troubles).containsExactly(StatusCode.BAD_TIMEOUT, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(records).extracting(Spindle::target).containsExactly(1200, 7);
    }

    @Test
    void closingReleasesTheGroup() throws ConnectorException {
        spindle().close();
        assertThat(device.openGroups).isZero();
    }
}
