package io.taktstrom.ads.symbol;

import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What came of an address.
 *
 * @param status Good, or why there is no variable
 * @param variable null unless the status is Good
 * @param parts how many values the variable comes to, see {@code Located}
 * @param problem the status in words, with the address and a remedy; empty when it is Good
 */
public record Resolution(int status, @Nullable AdsVariable variable, long parts, String problem) {

    public static Resolution of(AdsVariable variable) {
        return of(variable, 1);
    }

    public static Resolution of(AdsVariable variable, long parts) {
        return new Resolution(StatusCode.GOOD, variable, parts, "");
    }

    public static Resolution bad(int status, String problem) {
        return new Resolution(status, null, 0, problem);
    }
}
