/** Secure ADS without a device. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.ads.secure;
