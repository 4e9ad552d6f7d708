package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import org.jspecify.annotations.Nullable;

/** Opens {@link MemorySink}s. */
public final class MemorySinkProvider implements SinkProvider {

    private static final Option<Boolean> USABLE = Option.flag("usable", true, "Whether it can be opened.");

    private static final AtomicInteger ASKED = new AtomicInteger();

    private final MemoryReceiver receiver;
    private final @Nullable SinkDefect defect;

    public MemorySinkProvider() {
        this(new MemoryReceiver(null), null);
    }

    MemorySinkProvider(MemoryReceiver receiver, @Nullable SinkDefect defect) {
        this.receiver = receiver;
        this.defect = defect;
    }

    @Override
    public PartDescriptor descriptor() {
        String changing = defect == SinkDefect.CHANGES_ITS_DESCRIPTOR ? " " + ASKED.incrementAndGet() : "";
        return new PartDescriptor("memory", "Keeps samples in memory." + changing, List.of(USABLE));
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        if (!options.get(USABLE) && defect != SinkDefect.OPENS_WHATEVER_HAPPENS) {
            throw new IOException("it is not usable; say usable: true");
        }
        if (defect == SinkDefect.FORGETS_WHEN_OPENED_AGAIN) {
            receiver.forget();
        }
        return new MemorySink(receiver, defect);
    }
}
