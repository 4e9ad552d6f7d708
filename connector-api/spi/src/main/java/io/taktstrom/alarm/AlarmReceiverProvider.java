package io.taktstrom.alarm;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.SinkContext;

/**
 * One type of receiver of alarms. Found by {@link java.util.ServiceLoader}, stateless, thread-safe.
 *
 * <p>A provider has a public constructor without parameters and is listed in
 * {@code META-INF/services/io.taktstrom.alarm.AlarmReceiverProvider}.
 */
public interface AlarmReceiverProvider {

    /** The same each time. */
    PartDescriptor descriptor();

    /**
     * Prepares a receiver of this type; connects to nothing.
     *
     * @param options checked against the {@link #descriptor}; secrets are in them as they are, and get into no message
     * @throws IOException when it cannot be used at all: an address that is none, a file that is missing
     */
    AlarmReceiver open(OptionValues options, SinkContext context) throws IOException;
}
