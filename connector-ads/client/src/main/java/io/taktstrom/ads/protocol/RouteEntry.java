package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A route as the ADS system service ({@link AmsPort#SYSTEM_SERVICE}) lists it.
 *
 * <pre>
 *   0        6           8       12        16              20         32        36     40      44
 *  +--------+-----------+-------+---------+---------------+----------+---------+------+-------+---------+------+- -
 *  | net id | transport | flags | timeout | max. fragment | reserved | address | name | extra | address | name | extra
 *  +--------+-----------+-------+---------+---------------+----------+---------+------+-------+---------+------+- -
 *                                                                      lengths, with their terminating zero
 * </pre>
 *
 * (TwinCAT SDK, structure AdsSysAddRemote with SYSTEMSERVICE_ENUMREMOTE and SYSTEMSERVICE_DELREMOTE; no frame of it was
 * captured. What follows the name, for secure ADS and for address translation, is not read.)
 *
 * @param transport see {@link #transportName}
 * @param flags see {@link #TEMPORARY}
 * @param timeoutSeconds as the device says; InfoSys calls it reserved
 * @param address where the net id is found: an IP address or a host name
 */
public record RouteEntry(AmsNetId netId, int transport, int flags, int timeoutSeconds, String address, String name) {

    /** Index group to read from; the index offset is the number of the route, from 0. */
    public static final int LIST = 803;
    /** Index group to write a route's name to, which ends with a zero byte. */
    public static final int REMOVE = 802;

    /** Largest entry that is read; the strings have up to 31 and 79 characters (InfoSys ST_AmsRouteEntry). */
    public static final int MAX_BYTES = 2048;

    public static final int TCP_IP = 1;

    /** Flag: gone after a restart. */
    public static final int TEMPORARY = 0x01;

    private static final int TRANSPORT = 6;
    private static final int FLAGS = 8;
    private static final int TIMEOUT = 12;
    private static final int ADDRESS_LENGTH = 32;
    private static final int NAME_LENGTH = 36;
    private static final int HEADER_BYTES = 44;

    /** InfoSys E_RouteTransportType; the vendor supports only the first. */
    private static final String[] TRANSPORTS = {
        "none",
        "TCP/IP",
        "Lightbus",
        "Profibus",
        "PCI/ISA bus",
        "ADS/UDP",
        "FATP/UDP",
        "serial",
        "USB",
        "CANopen",
        "DeviceNet",
        "SSB",
        "SOAP"
    };

    /**
     * Reads an entry.
     *
     * @param buffer little-endian, the entry between 0 and its position
     * @throws MalformedFrameException if its lengths do not fit what is there
     */
    public static RouteEntry read(ByteBuffer buffer) throws MalformedFrameException {
        int bytes = buffer.position();
        if (bytes < HEADER_BYTES) {
            throw new MalformedFrameException("route of " + bytes + " bytes, needs at least " + HEADER_BYTES, 0);
        }
        int addressLength = length(buffer, ADDRESS_LENGTH, bytes - HEADER_BYTES);
        int nameLength = length(buffer, NAME_LENGTH, bytes - HEADER_BYTES - addressLength);
        return new RouteEntry(
                new AmsNetId(AmsNetId.bitsAt(buffer, 0)),
                Short.toUnsignedInt(buffer.getShort(TRANSPORT)),
                buffer.getInt(FLAGS),
                buffer.getInt(TIMEOUT),
                text(buffer, HEADER_BYTES, addressLength),
                text(buffer, HEADER_BYTES + addressLength, nameLength));
    }

    private static int length(ByteBuffer buffer, int at, int room) throws MalformedFrameException {
        long length = Check.unsigned(buffer, at);
        if (length > room) {
            throw new MalformedFrameException("text of " + length + " bytes in a route with room for " + room, at);
        }
        return (int) length;
    }

    private static String text(ByteBuffer buffer, int at, int length) {
        byte[] bytes = new byte[length];
        buffer.get(at, bytes);
        return AdsBuffers.text(bytes);
    }

    /** As a device sends it. */
    public byte[] bytes() {
        byte[] addressText = AdsBuffers.zeroTerminated(address);
        byte[] nameText = AdsBuffers.zeroTerminated(name);
        ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES + addressText.length + nameText.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        AmsNetId.putBits(buffer, 0, netId.bits());
        buffer.putShort(TRANSPORT, (short) transport)
                .putInt(FLAGS, flags)
                .putInt(TIMEOUT, timeoutSeconds)
                .putInt(ADDRESS_LENGTH, addressText.length)
                .putInt(NAME_LENGTH, nameText.length)
                .position(HEADER_BYTES);
        return buffer.put(addressText).put(nameText).array();
    }

    public boolean isTemporary() {
        return (flags & TEMPORARY) != 0;
    }

    public String transportName() {
        return transport < TRANSPORTS.length ? TRANSPORTS[transport] : "transport " + transport;
    }
}
