package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What a device says of itself when asked over UDP; empty text where it says nothing.
 *
 * @param netId its router's
 * @param twinCat version, {@code 3.1.4024}
 * @param system operating system and its version, {@code Windows 10.0.18363}
 * @param fingerprint of its certificate for secure ADS
 */
public record Identity(AmsNetId netId, String hostName, String twinCat, String system, String fingerprint) {

    private static final int VERSION_BYTES = 4;

    /** OSVERSIONINFO: size, major, minor, build, platform, 4 bytes each, then text (Windows SDK). */
    private static final int SYSTEM_BYTES = 20;

    private static final int MAJOR = 4;
    private static final int MINOR = 8;
    private static final int BUILD = 12;
    private static final int PLATFORM = 16;

    /** What an answer to {@link UdpMessage#IDENTIFY} says. Tags of another size than known say nothing. */
    public static Identity of(UdpMessage answer) {
        return new Identity(
                answer.sender().netId(),
                text(answer, UdpTag.COMPUTER_NAME),
                answer.tag(UdpTag.TWINCAT_VERSION).map(Identity::version).orElse(""),
                answer.tag(UdpTag.OS_VERSION).map(Identity::system).orElse(""),
                text(answer, UdpTag.FINGERPRINT));
    }

    private static String text(UdpMessage answer, int id) {
        return answer.tag(id).map(UdpTag::text).orElse("");
    }

    private static String version(UdpTag tag) {
        if (tag.length() != VERSION_BYTES) {
            return "";
        }
        ByteBuffer value = buffer(tag);
        return Byte.toUnsignedInt(value.get(0)) + "." + Byte.toUnsignedInt(value.get(1)) + "."
                + Short.toUnsignedInt(value.getShort(2));
    }

    private static String system(UdpTag tag) {
        if (tag.length() < SYSTEM_BYTES) {
            return "";
        }
        ByteBuffer value = buffer(tag);
        int platform = value.getInt(PLATFORM);
        String version = platform(platform) + " " + Integer.toUnsignedString(value.getInt(MAJOR)) + "."
                + Integer.toUnsignedString(value.getInt(MINOR)) + "." + Integer.toUnsignedString(value.getInt(BUILD));
        String extra = isWindows(platform) ? wideText(tag.value()) : "";
        return extra.isEmpty() ? version : version + " " + extra;
    }

    /** 2 and 3 are Windows' own numbers and captured; 0 and 1 are from ads-rs. */
    private static String platform(int platform) {
        return switch (platform) {
            case 0 -> "TwinCAT/BSD";
            case 1 -> "TwinCAT/RTOS";
            case 2 -> "Windows";
            case 3 -> "Windows CE";
            default -> "platform " + Integer.toUnsignedString(platform);
        };
    }

    private static boolean isWindows(int platform) {
        return platform == 2 || platform == 3;
    }

    /** UTF-16 up to a zero: a service pack, as a rule. */
    private static String wideText(byte[] value) {
        int end = SYSTEM_BYTES;
        while (end + 1 < value.length && (value[end] | value[end + 1]) != 0) {
            end += 2;
        }
        return new String(value, SYSTEM_BYTES, end - SYSTEM_BYTES, StandardCharsets.UTF_16LE);
    }

    private static ByteBuffer buffer(UdpTag tag) {
        return ByteBuffer.wrap(tag.value()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
