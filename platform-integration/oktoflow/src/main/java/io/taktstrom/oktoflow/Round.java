package io.taktstrom.oktoflow;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a translator got to see while it made one record: the data that goes with a poll or a notification. Two rounds are equal
 * when it saw the same values, so that oktoflow's cache modes compare values, of arrays too, and not the object that carries
 * them. One thread at a time.
 *
 * @see DeviceSession
 */
public final class Round {

    private final Set<String> changed;
    private final boolean learning;
    private final Map<String, Object> values = new LinkedHashMap<>();

    private Round(Set<String> changed, boolean learning) {
        this.changed = Set.copyOf(changed);
        this.learning = learning;
    }

    /**
     * One that is to be handed on.
     *
     * @param changed names of which the device has notified a change; none in a poll
     */
    public static Round of(Set<String> changed) {
        return new Round(changed, false);
    }

    static Round learning() {
        return new Round(Set.of(), true);
    }

    /** Whether it is there to find out what translators ask for, and its record is dropped. */
    public boolean isLearning() {
        return learning;
    }

    /** Names of which the device has notified a change; none in a poll. */
    public Set<String> changed() {
        return changed;
    }

    void saw(String name, Object value) {
        values.put(name, value);
    }

    /** The values by name, as the translator got them. */
    public Map<String, Object> values() {
        return Map.copyOf(values);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Round round) || !values.keySet().equals(round.values.keySet())) {
            return false;
        }
        return values.entrySet().stream()
                .allMatch(entry -> Objects.deepEquals(entry.getValue(), round.values.get(entry.getKey())));
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            hash += entry.getKey().hashCode() ^ Arrays.deepHashCode(new Object[] {entry.getValue()});
        }
        return hash;
    }

    @Override
    public String toString() {
        return "Round" + values;
    }
}
