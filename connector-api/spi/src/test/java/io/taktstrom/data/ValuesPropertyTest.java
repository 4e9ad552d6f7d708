package io.taktstrom.data;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Random types and values: whatever goes in comes out, through images and through batches. */
class ValuesPropertyTest {

    private static final long SEED = 20261121;
    private static final int ROUNDS = 5_000;

    private static final List<ScalarType> SCALARS = List.of(ScalarType.values());
    private static final List<StringType.Encoding> ENCODINGS = List.of(StringType.Encoding.values());

    private final Random random = new Random(SEED);

    @Test
    void everyValueOfEveryTypeSurvives() {
        for (int round = 0; round < ROUNDS; round++) {
            List<DataType> types = new ArrayList<>();
            List<Object> values = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                types.add(type(3));
                values.add(value(types.get(types.size() - 1)));
            }
            String what = "seed " + SEED + ", round " + round + ": " + values + " of " + types;
            FixedGroup group = new FixedGroup(types);
            SampleBatch batch = room(group, values);
            for (int i = 0; i < types.size(); i++) {
                Values.put(batch, i, values.get(i));
            }
            SampleBatch copy = new SampleBatch(batch.capacity(), batch.arenaCapacity());
            copy.copyFrom(batch);
            batch.reset(group, 0, 0);
            for (int i = 0; i < types.size(); i++) {
                batch.addFrom(copy, i, types.get(i));
                ByteBuffer image = Values.image(types.get(i), values.get(i));
                assertThat(Values.read(types.get(i), image, 0, image.capacity()))
                        .as(what)
                        .isEqualTo(values.get(i));
                assertThat(Values.get(batch, i)).as(what).isEqualTo(values.get(i));
                assertThat(Values.image(batch, i)).as(what).isEqualTo(image);
            }
        }
    }

    /** A group's batch has room, but for arrays of any length. */
    private static SampleBatch room(FixedGroup group, List<Object> values) {
        SampleBatch one = group.newBatch();
        int more = 0;
        for (int i = 0; i < values.size(); i++) {
            more += Values.image(group.typeAt(i), values.get(i)).capacity();
        }
        SampleBatch batch = new SampleBatch(one.capacity(), one.arenaCapacity() + more);
        batch.reset(group, 0, 0);
        return batch;
    }

    private DataType type(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 3)) {
            case 0 -> string();
            case 1 -> enumeration();
            case 4 -> array(depth);
            case 5 -> structure(depth);
            default -> SCALARS.get(random.nextInt(SCALARS.size()));
        };
    }

    private StringType string() {
        return new StringType(ENCODINGS.get(random.nextInt(ENCODINGS.size())), random.nextInt(9));
    }

    private EnumType enumeration() {
        return new EnumType(
                "E", ScalarType.SINT, List.of(new EnumType.Member("Off", -1), new EnumType.Member("On", 1)));
    }

    private ArrayType array(int depth) {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int lower = random.nextInt(20) - 10;
            bounds.add(new ArrayType.Bound(lower, lower + random.nextInt(3)));
        }
        DataType element = type(depth - 1);
        boolean anyLength = depth == 3 && random.nextInt(4) == 0 && !(element instanceof ArrayType);
        return new ArrayType(element, anyLength ? List.of() : bounds);
    }

    private StructType structure(int depth) {
        List<StructType.Field> fields = new ArrayList<>();
        int offset = 0;
        for (int i = random.nextInt(4); i >= 0; i--) {
            offset += random.nextInt(3);
            DataType type = type(depth - 1);
            fields.add(new StructType.Field("f" + i, type, offset));
            offset += type.imageBytes();
        }
        for (int bit = 0; bit < 8; bit += 1 + random.nextInt(4)) {
            fields.add(new StructType.Field("bit" + bit, ScalarType.BOOL, offset, bit));
        }
        return new StructType("S", fields, offset + 1 + random.nextInt(3));
    }

    private Object value(DataType type) {
        if (type instanceof ScalarType scalar) {
            return scalar(scalar);
        }
        if (type instanceof StringType string) {
            return text(string);
        }
        if (type instanceof EnumType) {
            return random.nextInt(3) == 0 ? (Object) 5L : random.nextBoolean() ? "On" : "Off";
        }
        if (type instanceof ArrayType array) {
            return elements(array, 0);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        ((StructType) type).fields().forEach(field -> fields.put(field.name(), value(field.type())));
        return fields;
    }

    private List<Object> elements(ArrayType type, int dimension) {
        int count = type.bounds().isEmpty()
                ? random.nextInt(5)
                : type.bounds().get(dimension).count();
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(dimension >= type.bounds().size() - 1 ? value(type.element()) : elements(type, dimension + 1));
        }
        return elements;
    }

    private Object scalar(ScalarType type) {
        long bits = random.nextLong();
        int width = 8 * type.imageBytes();
        long unsigned = width == Long.SIZE ? bits & Long.MAX_VALUE : bits >>> (Long.SIZE - width);
        long seconds = unsigned & 0xFFFF_FFFFL;
        return switch (type.kind()) {
            case BOOLEAN -> (bits & 1) == 1;
            case SIGNED -> bits >> (Long.SIZE - width);
            case UNSIGNED ->
                width == Long.SIZE && bits < 0
                        ? (Object) new BigInteger(Long.toUnsignedString(bits))
                        : (Object) unsigned;
            case FLOAT ->
                type == ScalarType.REAL ? (Object) (float) random.nextGaussian() : (Object) random.nextGaussian();
            case CHARACTER -> String.valueOf((char) unsigned);
            case DURATION -> type == ScalarType.TIME ? Duration.ofMillis(unsigned) : Duration.ofNanos(bits);
            case DATE -> LocalDate.ofEpochDay(unsigned % 49_710);
            case TIME_OF_DAY ->
                type == ScalarType.TOD
                        ? LocalTime.ofNanoOfDay(unsigned % 86_400_000L * 1_000_000)
                        : LocalTime.ofNanoOfDay(unsigned % 86_400_000_000_000L);
            case DATE_AND_TIME ->
                type == ScalarType.DT
                        ? LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC)
                        : LocalDateTime.of(1970, 1, 1, 0, 0).plusNanos(bits);
        };
    }

    /** Any text that the type holds: awkward characters, cut to its length. */
    private String text(StringType type) {
        String[] letters = type.encoding() == StringType.Encoding.WINDOWS_1252
                ? new String[] {"a", "\u00e4", "\u20ac", "\u0081"}
                : new String[] {"a", "\u00e4", "\u20ac", "\ud834\udd1e", "\u0081"};
        StringBuilder text = new StringBuilder();
        int units = 0;
        for (int i = random.nextInt(10); i > 0; i--) {
            String letter = letters[random.nextInt(letters.length)];
            units += letter.equals("\u0081") && type.encoding() == StringType.Encoding.WINDOWS_1252
                    ? 1
                    : letter.getBytes(type.encoding().charset()).length
                            / type.encoding().unitBytes();
            if (units > type.length()) {
                break;
            }
            text.append(letter);
        }
        return text.toString();
    }
}
