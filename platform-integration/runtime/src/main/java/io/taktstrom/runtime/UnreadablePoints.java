package io.taktstrom.runtime;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.RequestTimeoutException;

/**
 * Leaves out of what a pattern has found the variables that never have a value: each is read once, and one that is refused for
 * a reason that lasts does not become a point. One that is Bad for another reason, such as a sensor that fails, stays. A point that the
 * deployment names is never left out.
 */
final class UnreadablePoints {

    /** Few, because arrays and structures may be large. */
    private static final int READ_AT_ONCE = 200;

    private static final int BAD_ATTRIBUTE_ID_INVALID = 0x8035_0000;
    private static final int BAD_DATA_ENCODING_INVALID = 0x8038_0000;
    private static final int BAD_DATA_ENCODING_UNSUPPORTED = 0x8039_0000;
    private static final int BAD_NOT_IMPLEMENTED = 0x8040_0000;

    private UnreadablePoints() {}

    /**
     * Removes them, and reports how many there were.
     *
     * @param points that were found
     * @param budget how long this may take
     */
    static void remove(
            String connection,
            Connection device,
            Map<PointConfig, BrowseNode> points,
            BrowseBudget budget,
            Consumer<String> notices)
            throws ConnectorException {
        List<PointConfig> all = List.copyOf(points.keySet());
        Map<String, Long> reasons = new TreeMap<>();
        String example = "";
        for (int from = 0; from < all.size(); from += READ_AT_ONCE) {
            budget.check("browse " + connection + ": read what was found");
            List<PointConfig> some = all.subList(from, Math.min(all.size(), from + READ_AT_ONCE));
            int[] statuses = statuses(device, some);
            for (int i = 0; i < statuses.length; i++) {
                if (isForEver(StatusCode.codeOf(statuses[i]))) {
                    points.remove(some.get(i));
                    reasons.merge(StatusCode.name(StatusCode.codeOf(statuses[i])), 1L, Long::sum);
                    example = example.isEmpty() ? some.get(i).point().address() : example;
                }
            }
        }
        if (!reasons.isEmpty()) {
            long removed = reasons.values().stream().mapToLong(Long::longValue).sum();
            notices.accept("browse " + connection + ": "
                    + Counted.of(removed, "variable cannot be read and is", "variables cannot be read and are")
                    + " left out, for example " + example + ": "
                    + reasons.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .collect(Collectors.joining(", ")));
        }
    }

    /** All Good when the device does not answer for them together: then nothing is known of any. */
    private static int[] statuses(Connection device, List<PointConfig> some) throws ConnectorException {
        int[] statuses = new int[some.size()];
        try (PointGroup group =
                device.resolve(some.stream().map(PointConfig::point).toList())) {
            SampleBatch batch = group.newBatch();
            device.read(group, batch);
            for (int i = 0; i < batch.size(); i++) {
                statuses[batch.pointAt(i)] = batch.statusAt(i);
            }
        } catch (DeviceErrorException | InvalidRequestException | RequestTimeoutException e) {
            return new int[0];
        }
        return statuses;
    }

    private static boolean isForEver(int status) {
        return switch (status) {
            case StatusCode.BAD_NODE_ID_INVALID,
                    StatusCode.BAD_NODE_ID_UNKNOWN,
                    StatusCode.BAD_NOT_READABLE,
                    StatusCode.BAD_NOT_SUPPORTED,
                    StatusCode.BAD_USER_ACCESS_DENIED,
                    StatusCode.BAD_TYPE_MISMATCH,
                    StatusCode.BAD_ENCODING_ERROR,
                    StatusCode.BAD_DECODING_ERROR,
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    StatusCode.BAD_SERVICE_UNSUPPORTED,
                    StatusCode.BAD_CONFIGURATION_ERROR,
                    StatusCode.BAD_INDEX_RANGE_INVALID,
                    BAD_ATTRIBUTE_ID_INVALID,
                    BAD_DATA_ENCODING_INVALID,
                    BAD_DATA_ENCODING_UNSUPPORTED,
                    BAD_NOT_IMPLEMENTED -> true;
            default -> false;
        };
    }
}
