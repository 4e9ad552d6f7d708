import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * Gives all certificates of a Java key store one date, so that the same certificates are the same bytes: Java writes the time of day.
 *
 * <pre>
 *   FEEDFEED | version 2 | count | [ 2 | alias | milliseconds | type | certificate ] ... | SHA-1 of password, a phrase and all of this
 * </pre>
 */
class OneDate {

    private static final int MAGIC = 0xFEEDFEED;
    private static final int CERTIFICATE = 2;

    /** FILE DATE. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        long date = Instant.parse(arguments[1]).toEpochMilli();
        byte[] store = Files.readAllBytes(file);
        ByteBuffer at = ByteBuffer.wrap(store);
        require(at.getInt() == MAGIC && at.getInt() == 2, file + " is no JKS key store of version 2");
        for (int left = at.getInt(); left > 0; left--) {
            require(at.getInt() == CERTIFICATE, file + " has an entry that is no certificate");
            skip(at, Short.toUnsignedInt(at.getShort()));
            at.putLong(date);
            skip(at, Short.toUnsignedInt(at.getShort()));
            skip(at, at.getInt());
        }
        MessageDigest seal = MessageDigest.getInstance("SHA-1");
        // Everybody knows the password of Java's own store.
        seal.update("changeit".getBytes(StandardCharsets.UTF_16BE));
        seal.update("Mighty Aphrodite".getBytes(StandardCharsets.UTF_8));
        seal.update(store, 0, at.position());
        at.put(seal.digest());
        require(!at.hasRemaining(), file + " goes on behind its end");
        Files.write(file, store);
    }

    private static void skip(ByteBuffer at, int bytes) {
        at.position(at.position() + bytes);
    }

    private static void require(boolean condition, String problem) throws IOException {
        if (!condition) {
            throw new IOException(problem);
        }
    }
}
