package io.taktstrom.stream.log;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every attribute of a point that a sink can ask for is the same after a restart. An attribute that is added to a record and
 * that this test does not vary fails it, so that it is not left out of the format.
 */
class StoredPointsTest {

    private static final int ROUNDS = 100;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, Set<Object>> seen = new HashMap<>();

    @TempDir
    private Path folder;

    @Test
    void everyAttributeOfAPointIsTheSameAfterARestart() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            FixedGroup written = group();
            PointGroup read = throughALog(written, folder.resolve("round" + round));
            for (int point = 0; point < written.size(); point++) {
                String where = "seed " + seed + ", round " + round + ", point " + point;
                compare(written.points().get(point), read.points().get(point), where);
                compare(written.typeAt(point), read.typeAt(point), where + ", type");
                assertThat(read.statusAt(point)).as(where).isEqualTo(written.statusAt(point));
            }
            assertThat(read).as("seed %d, round %d", seed, round).isEqualTo(written);
        }
        seen.forEach((attribute, values) -> assertThat(values)
                .as("values that this test gives to %s", attribute)
                .hasSizeGreaterThan(1));
    }

    private static PointGroup throughALog(PointGroup written, Path folder) throws Exception {
        LogFixture fixture = new LogFixture(folder);
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(written, 1, 0);
        batch.addBad(0, 1, StatusCode.BAD_TIMEOUT);
        try (SampleLog log = fixture.open()) {
            log.begin();
            log.append(batch);
            log.commit();
        }
        try (SampleLog log = fixture.open()) {
            assertThat(log.fetch(batch)).isZero();
            assertThat(log.notices()).isEmpty();
            return batch.group();
        }
    }

    private void compare(Object before, Object after, String where) throws ReflectiveOperationException {
        if (!(before instanceof Record)) {
            assertThat(after).as(where).isEqualTo(before);
            return;
        }
        assertThat(after).as(where).hasSameClassAs(before);
        for (RecordComponent attribute : before.getClass().getRecordComponents()) {
            Object was = attribute.getAccessor().invoke(before);
            Object is = attribute.getAccessor().invoke(after);
            seen.computeIfAbsent(
                            attribute.getDeclaringRecord().getSimpleName() + "." + attribute.getName(),
                            same -> new HashSet<>())
                    .add(Objects.requireNonNullElse(was, "null"));
            String what = where + ", " + attribute.getName();
            assertThat(is).as(what).isEqualTo(was);
            if (was instanceof List<?> items) {
                for (int i = 0; i < items.size(); i++) {
                    compare(items.get(i), ((List<?>) is).get(i), what + " " + i);
                }
            } else if (was instanceof Record) {
                compare(was, is, what);
            }
        }
    }

    private FixedGroup group() {
        List<DataPoint> points = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        List<Integer> statuses = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            points.add(new DataPoint(
                    text("name"),
                    text("address"),
                    random.nextBoolean() ? null : type(0),
                    random.nextBoolean(),
                    text(""),
                    random.nextBoolean() ? Map.of() : Map.of(text("label"), text(""), text("other"), text("")),
                    text("")));
            types.add(type(0));
            statuses.add(random.nextInt());
        }
        return new FixedGroup(points, types, statuses);
    }

    private String text(String begin) {
        return begin
                + List.of("", " ", "ä", "\u0000", "{\"", "\uD83D\uDE00").get(random.nextInt(6))
                + random.nextInt(9);
    }

    private DataType type(int depth) {
        return switch (random.nextInt(depth < 3 ? 5 : 3)) {
            case 0 -> one(List.of(ScalarType.values()));
            case 1 -> new StringType(one(List.of(StringType.Encoding.values())), random.nextInt(200));
            case 2 ->
                new EnumType(
                        text("E_"),
                        one(List.of(ScalarType.INT, ScalarType.UDINT, ScalarType.LINT)),
                        List.of(new EnumType.Member(text("m"), random.nextLong()), new EnumType.Member(text("n"), 0)));
            case 3 -> array(type(depth + 1));
            default -> struct(depth);
        };
    }

    private DataType array(DataType element) {
        boolean sized = element.imageBytes() > 0;
        boolean fits = element.imageBytes() < 1 << 20;
        if (!sized || !fits) {
            return element;
        }
        int lower = random.nextInt(9) - 4;
        List<ArrayType.Bound> bounds = new ArrayList<>();
        bounds.add(new ArrayType.Bound(lower, lower + random.nextInt(5)));
        if (random.nextBoolean()) {
            bounds.add(new ArrayType.Bound(0, random.nextInt(3)));
        } else if (!(element instanceof ArrayType) && random.nextInt(4) == 0) {
            bounds.clear();
        }
        return new ArrayType(element, bounds);
    }

    private StructType struct(int depth) {
        List<StructType.Field> fields = new ArrayList<>();
        fields.add(new StructType.Field(text("bit"), ScalarType.BOOL, 0, random.nextInt(8)));
        int at = 1 + random.nextInt(8);
        for (int i = random.nextInt(3); i >= 0; i--) {
            DataType type = type(depth + 1);
            if (type.imageBytes() > 0) {
                fields.add(new StructType.Field(text("field"), type, at));
                at += type.imageBytes();
            }
        }
        return new StructType(text("ST_"), fields, at + random.nextInt(4));
    }

    private <T> T one(Collection<T> all) {
        return List.copyOf(all).get(random.nextInt(all.size()));
    }
}
