package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import org.eclipse.jetty.io.Content;

/** Gathers what a browser sends, in whatever pieces it comes, and waits for none. One use. */
final class RequestBody implements Runnable {

    private final Content.Source source;
    private final ByteBuffer gathered;
    private final Consumer<byte[]> whole;
    private final Consumer<Throwable> failed;

    /**
     * Begins.
     *
     * @param length as the request says it; what it is must be bounded already
     * @param whole gets all of it
     * @param failed is told when it does not come
     */
    static void read(Content.Source source, int length, Consumer<byte[]> whole, Consumer<Throwable> failed) {
        new RequestBody(source, length, whole, failed).run();
    }

    private RequestBody(Content.Source source, int length, Consumer<byte[]> whole, Consumer<Throwable> failed) {
        this.source = source;
        gathered = ByteBuffer.allocate(length);
        this.whole = whole;
        this.failed = failed;
    }

    @Override
    public void run() {
        for (Content.Chunk chunk = source.read(); ; chunk = source.read()) {
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                failed.accept(chunk.getFailure());
                return;
            }
            gathered.put(chunk.getByteBuffer());
            chunk.release();
            if (chunk.isLast()) {
                whole.accept(gathered.array());
                return;
            }
        }
    }
}
