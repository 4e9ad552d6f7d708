package io.taktstrom.benchmarks.opcua;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

import io.taktstrom.benchmarks.worker.Operation;

/**
 * The speed of light: the same bytes back and forth over a blocking channel, nothing parsed but the length of each chunk
 * and the request's number.
 */
final class RawRequest implements Operation {

    private final SocketChannel channel;
    private final ByteBuffer request;
    private final int answerBytes;
    private final ByteBuffer answer = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private int start;
    private int end;
    private int sequence;

    /**
     * @param sequence number that was sent last on this connection
     * @param answerBytes of a good answer
     */
    RawRequest(SocketChannel channel, UaMessage request, int sequence, int answerBytes) {
        this.channel = channel;
        this.sequence = sequence;
        this.answerBytes = answerBytes;
        this.request = ByteBuffer.allocateDirect(request.size()).order(ByteOrder.LITTLE_ENDIAN);
        this.request.put(0, request.bytes(), 0, request.size());
    }

    @Override
    public void once() throws IOException {
        sequence++;
        request.putInt(UaMessage.SEQUENCE, sequence)
                .putInt(UaMessage.REQUEST, sequence)
                .clear();
        while (request.hasRemaining()) {
            channel.write(request);
        }
        int received = 0;
        boolean more = true;
        while (more) {
            require(UaMessage.HEADER);
            int size = answer.getInt(start + UaMessage.SIZE);
            require(size);
            if (answer.getInt(start + UaMessage.REQUEST) != sequence) {
                throw new IOException("answer " + answer.getInt(start + UaMessage.REQUEST) + " to request " + sequence);
            }
            more = answer.get(start + UaMessage.FINAL) == 'C';
            start += size;
            received += size;
        }
        start = 0;
        end = 0;
        if (received != answerBytes) {
            throw new IOException("an answer of " + received + " bytes, not " + answerBytes);
        }
    }

    /** Waits until so many bytes are there. */
    private void require(int bytes) throws IOException {
        if (start + bytes > answer.capacity()) {
            answer.limit(end).position(start);
            answer.compact();
            end -= start;
            start = 0;
        }
        while (end - start < bytes) {
            answer.clear().position(end);
            int count = channel.read(answer);
            if (count < 0) {
                throw new EOFException("the server closed the connection");
            }
            end += count;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
