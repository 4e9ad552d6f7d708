package io.taktstrom.stage;

import java.util.function.Supplier;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * One type of stage. Found by {@link java.util.ServiceLoader}, stateless, thread-safe.
 *
 * <p>A provider has a public constructor without parameters and is listed in
 * {@code META-INF/services/io.taktstrom.stage.StageProvider}.
 */
public interface StageProvider {

    /** The same each time. */
    PartDescriptor descriptor();

    /**
     * Makes stages of this type, a new one for each source.
     *
     * @param options checked against the {@link #descriptor}
     */
    Supplier<Stage> open(OptionValues options);
}
