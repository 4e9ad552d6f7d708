package io.taktstrom.s7.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AddressRoundTripTest {

    private static final int ADDRESSES = 5_000;

    private static final String ODD_CHARACTERS = "DBXWIQMTCEAZRS%.,:()[]-0123456789 ";

    private static final List<S7Area> AREAS = List.of(S7Area.values());
    private static final List<S7Scalar> SCALARS = List.of(S7Scalar.values());

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource(AddressDialect.class)
    void everyAddressReadsAsItWasPrinted(AddressDialect dialect) {
        int printed = 0;
        for (int i = 0; i < ADDRESSES; i++) {
            S7Address address = anyAddress();
            if (dialect == AddressDialect.NODES7 && !isNodeS7(address)) {
                continue;
            }
            String text = dialect.print(address);
            assertThat(S7Address.parse(text)).as("seed %d: %s", seed, text).isEqualTo(address);
            assertThat(S7Address.parse(text.toLowerCase(Locale.ROOT))).isEqualTo(address);
            printed++;
        }
        assertThat(printed).isGreaterThan(ADDRESSES / 10);
    }

    @ParameterizedTest
    @EnumSource(AddressDialect.class)
    void aDamagedAddressIsReadOrRefusedButNeverCrashes(AddressDialect dialect) {
        int refused = 0;
        for (int i = 0; i < ADDRESSES; i++) {
            S7Address address = anyAddress();
            String text = damaged((isNodeS7(address) ? dialect : AddressDialect.STEP7).print(address));
            try {
                S7Address read = S7Address.parse(text);
                assertThat(S7Address.parse(read.text()))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(read);
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d", seed).hasMessageStartingWith("address '" + text + "', column ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(ADDRESSES / 10);
    }

    private String damaged(String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = random.nextInt(1, 4); i > 0 && !changed.isEmpty(); i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(3)) {
                case 0 -> changed.deleteCharAt(at);
                case 1 -> changed.insert(at, oddCharacter());
                default -> changed.setCharAt(at, oddCharacter());
            }
        }
        return changed.toString();
    }

    private char oddCharacter() {
        return ODD_CHARACTERS.charAt(random.nextInt(ODD_CHARACTERS.length()));
    }

    private S7Address anyAddress() {
        S7Area area = AREAS.get(random.nextInt(AREAS.size()));
        if (area.isNumbered()) {
            S7Scalar element = area == S7Area.TIMER ? S7Scalar.TIMER : S7Scalar.COUNTER;
            return new S7Address(area, 0, random.nextInt(60_000), 0, maybeArray(element));
        }
        S7Type type = maybeArray(element());
        boolean oneRow = !(type instanceof S7Array array) || array.bounds().size() == 1;
        int bit = S7TypeNames.isBits(type) && oneRow ? random.nextInt(8) : 0;
        int dbNumber = area == S7Area.DATA_BLOCK ? random.nextInt(1, 65_536) : 0;
        return new S7Address(area, dbNumber, random.nextInt(1_000_000), bit, type);
    }

    private S7Type element() {
        int choice = random.nextInt(SCALARS.size() + 4);
        if (choice >= SCALARS.size()) {
            return choice % 2 == 0
                    ? S7String.string(random.nextInt(1, 255))
                    : S7String.wstring(random.nextInt(1, 1_000));
        }
        S7Scalar scalar = SCALARS.get(choice);
        return scalar == S7Scalar.TIMER || scalar == S7Scalar.COUNTER ? S7Scalar.BOOL : scalar;
    }

    private S7Type maybeArray(S7Type element) {
        if (random.nextBoolean()) {
            return element;
        }
        if (random.nextBoolean()) {
            return S7Array.of(element, random.nextInt(1, 17));
        }
        List<ArrayType.Bound> bounds = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int lower = random.nextInt(-5, 6);
            bounds.add(new ArrayType.Bound(lower, lower + random.nextInt(4)));
        }
        return new S7Array(element, bounds);
    }

    private static boolean isNodeS7(S7Address address) {
        S7Type element = S7TypeNames.element(address.type());
        boolean fromZero = !(address.type() instanceof S7Array array)
                || (array.bounds().size() == 1 && array.bounds().get(0).lower() == 0);
        boolean wide = element instanceof S7String string && string.wide();
        return fromZero
                && !wide
                && element != S7Scalar.S5TIME
                && !address.area().isNumbered();
    }
}
