package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;

/**
 * How large the tables are that an upload would give: 8 bytes from 0xF00C, 24 or 64 from 0xF00F, as many as were asked
 * for and are known to the device (TwinCAT Ads.h, AdsSymbolUploadInfo to AdsSymbolUploadInfo3).
 *
 * <pre>
 *   0         4         8         12        16        20        24        28     32      36           64
 *  +---------+---------+---------+---------+---------+---------+---------+------+-------+------------+
 *  | symbols | bytes   | types   | bytes   | max dyn | used dyn| bad dyn | code | flags | reserved   |
 *  +---------+---------+---------+---------+---------+---------+---------+------+-------+------------+
 *  `- 0xF00C ----------'                                       |         page
 *  `- 0xF00F, short form --------------------------------------'
 * </pre>
 *
 * @param symbols number of symbols
 * @param symbolBytes size of the symbol table, to ask for
 * @param dataTypes number of data types, 0 if not said
 * @param dataTypeBytes size of the data type table, to ask for; 0 if not said
 * @param codePage Windows code page of names and comments, 0 if not said
 * @param flags {@link #FLAG_64_BIT} and others, 0 if not said
 */
public record UploadSizes(long symbols, long symbolBytes, long dataTypes, long dataTypeBytes, int codePage, int flags) {

    public static final int SHORT_BYTES = 8;
    public static final int MEDIUM_BYTES = 24;
    public static final int LONG_BYTES = 64;

    /** In {@link #flags}: pointers have 8 bytes. */
    public static final int FLAG_64_BIT = 1;
    /** In {@link #flags}: the data type table has the base types too. */
    public static final int FLAG_BASE_TYPES = 2;

    /** What names and comments are written in when a device does not say. */
    public static final Charset DEFAULT_CHARSET = Charset.forName("windows-1252");

    private static final int UTF_8 = 65001;
    private static final int CODE_PAGE = 28;
    private static final int FLAGS = 32;
    private static final int FLAGS_END = 36;

    /** Reads any of the three forms. */
    public static UploadSizes read(ByteBuffer buffer, int position, int length) throws MalformedFrameException {
        if (length < SHORT_BYTES) {
            throw new MalformedFrameException("upload sizes of " + length + " bytes, need at least " + SHORT_BYTES, 0);
        }
        boolean types = length >= MEDIUM_BYTES;
        boolean codes = length >= FLAGS_END;
        return new UploadSizes(
                Check.unsigned(buffer, position),
                Check.unsigned(buffer, position + 4),
                types ? Check.unsigned(buffer, position + 8) : 0,
                types ? Check.unsigned(buffer, position + 12) : 0,
                codes ? buffer.getInt(position + CODE_PAGE) : 0,
                codes ? buffer.getInt(position + FLAGS) : 0);
    }

    /** What names and comments are written in; the default if the code page is unknown to Java, too. */
    public Charset charset() {
        if (codePage == UTF_8) {
            return StandardCharsets.UTF_8;
        }
        String name = "windows-" + Integer.toUnsignedString(codePage);
        return Charset.isSupported(name) ? Charset.forName(name) : DEFAULT_CHARSET;
    }
}
