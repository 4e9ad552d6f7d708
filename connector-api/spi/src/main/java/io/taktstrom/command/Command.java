package io.taktstrom.command;

import java.nio.ByteBuffer;

/**
 * A command as it has arrived, not read yet.
 *
 * @param sender who sent it, as far as the source knows: an address, a topic, a user. For the audit and for people; it decides
 *     nothing
 * @param text its bytes, UTF-8 with JSON in it if all is well; not changed any more
 */
public record Command(String sender, ByteBuffer text) {

    public Command {
        text = text.asReadOnlyBuffer();
    }

    /** The bytes, from the first to the last. Position and limit are the caller's own. */
    @Override
    public ByteBuffer text() {
        return text.duplicate();
    }
}
