package io.taktstrom.ads.route;

import java.net.InetSocketAddress;

import io.taktstrom.ads.protocol.Identity;

/**
 * A device that has answered.
 *
 * @param address from where
 * @param identity what it says of itself, unchecked
 */
public record FoundDevice(InetSocketAddress address, Identity identity) {}
