package io.taktstrom.sinks.http.post;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The beginning of a body; a receiver may say as much as it likes. */
final class AnswerText implements HttpResponse.BodySubscriber<String> {

    /** More does not fit into a message anyway. */
    private static final int MAX_BYTES = 500;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private int size;

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int taken = Math.min(buffer.remaining(), MAX_BYTES - size);
            buffer.get(bytes, size, taken);
            size += taken;
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(new String(bytes, 0, size, StandardCharsets.UTF_8).strip().replaceAll("[\\s\\p{Cntrl}]+", " "));
    }
}
