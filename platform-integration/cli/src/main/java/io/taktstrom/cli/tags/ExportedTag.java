package io.taktstrom.cli.tags;

import java.util.List;

import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A tag of an export that can be a point.
 *
 * @param place where it stands, for messages
 * @param device the device that the export names; empty where it names none
 * @param type null where the export says none that a point can have
 * @param unit as people write it
 * @param scaling raw low, raw high, scaled low, scaled high; empty where the value stays as it is
 */
record ExportedTag(
        String place,
        String name,
        String device,
        String address,
        @Nullable ScalarType type,
        String unit,
        List<Double> scaling,
        String comment) {}
