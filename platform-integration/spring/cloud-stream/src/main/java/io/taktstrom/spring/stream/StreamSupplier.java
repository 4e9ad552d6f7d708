package io.taktstrom.spring.stream;

import java.util.function.Supplier;

import org.springframework.messaging.Message;
import reactor.core.publisher.Flux;

/** What Spring Cloud Stream binds for a stream: its messages, each taken from the ring when it is demanded. */
final class StreamSupplier implements Supplier<Flux<Message<byte[]>>> {

    private final StreamOutlet outlet;

    StreamSupplier(StreamOutlet outlet) {
        this.outlet = outlet;
    }

    @Override
    public Flux<Message<byte[]>> get() {
        return Flux.from(outlet);
    }
}
