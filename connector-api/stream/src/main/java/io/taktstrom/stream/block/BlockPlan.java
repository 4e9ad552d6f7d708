package io.taktstrom.stream.block;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/**
 * Which rings are to be read for a group of points, as the device has them now.
 *
 * <p>A point's address is that of a ring's array, {@code MAIN.ring.aForce}, or of a ring that has only one,
 * {@code MAIN.ring}. What lies before the last dot of an array's address is its ring.
 *
 * @param images the rings, to be read as a whole
 * @param rings one for each image
 * @param group the points as their samples will be: with the types of the rings' elements
 */
record BlockPlan(PointGroup images, List<DeviceRing> rings, FixedGroup group) {

    static BlockPlan of(Connection connection, List<DataPoint> points, BlockProgress progress, Consumer<String> notices)
            throws ConnectorException {
        List<DataPoint> untyped = untyped(points);
        Map<String, List<Integer>> byAddress = new LinkedHashMap<>();
        try (PointGroup named = connection.resolve(untyped)) {
            for (int point = 0; point < points.size(); point++) {
                String address = points.get(point).address();
                boolean isArray = StatusCode.isGood(named.statusAt(point)) && named.typeAt(point) instanceof ArrayType;
                int end = isArray ? address.lastIndexOf('.') : -1;
                String ring = end > 0 ? address.substring(0, end) : address;
                byAddress.computeIfAbsent(ring, key -> new ArrayList<>()).add(point);
            }
        }
        PointGroup images = connection.resolve(
                byAddress.keySet().stream().map(DataPoint::of).toList());
        List<DeviceRing> rings = new ArrayList<>();
        DataType[] types = new DataType[points.size()];
        Integer[] statuses = new Integer[points.size()];
        for (List<Integer> concerned : byAddress.values()) {
            int image = rings.size();
            String address = images.points().get(image).address();
            int status = images.statusAt(image);
            DeviceRingLayout layout = StatusCode.isGood(status) ? layout(address, images.typeAt(image), notices) : null;
            DeviceRing ring = new DeviceRing(address, layout, progress);
            rings.add(ring);
            for (int point : concerned) {
                DeviceRingLayout.Channel channel =
                        layout == null ? null : channel(layout, address, points.get(point), notices);
                if (channel != null) {
                    ring.add(point, channel);
                } else {
                    ring.addUnusable(point, StatusCode.isBad(status) ? status : StatusCode.BAD_CONFIGURATION_ERROR);
                }
                types[point] = channel != null ? channel.element() : images.typeAt(image);
                statuses[point] = ring.statusOf(point);
            }
        }
        return new BlockPlan(images, rings, new FixedGroup(points, List.of(types), List.of(statuses)));
    }

    /** What a point states is the type of its samples, not of the ring. */
    private static List<DataPoint> untyped(List<DataPoint> points) {
        return points.stream()
                .map(point -> DataPoint.of(point.name(), point.address()))
                .toList();
    }

    private static @Nullable DeviceRingLayout layout(String ring, DataType type, Consumer<String> notices) {
        try {
            if (type instanceof StructType struct) {
                return DeviceRingLayout.of(struct);
            }
            notices.accept(ring + " is " + type.text() + "; block mode needs a ring of samples, or an array in one");
        } catch (IllegalArgumentException e) {
            notices.accept(ring + ": " + e.getMessage());
        }
        return null;
    }

    private static DeviceRingLayout.@Nullable Channel channel(
            DeviceRingLayout layout, String ring, DataPoint point, Consumer<String> notices) {
        boolean whole = point.address().equals(ring);
        if (whole && layout.channels().size() > 1) {
            notices.accept(point.address() + " has several arrays; name one, for example " + point.address() + "."
                    + layout.channels().get(0).name());
            return null;
        }
        DeviceRingLayout.Channel channel = whole
                ? layout.channels().get(0)
                : layout.channel(point.address().substring(ring.length() + 1));
        DataType stated = point.type();
        if (channel != null && stated != null && !stated.equals(channel.element())) {
            notices.accept(point.address() + " holds " + channel.element().text() + ", the point says " + stated.text()
                    + "; correct or leave out its type");
            return null;
        }
        return channel;
    }
}
