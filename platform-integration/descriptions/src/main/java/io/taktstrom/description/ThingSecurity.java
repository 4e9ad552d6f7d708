package io.taktstrom.description;

/**
 * How a device is protected. Never a secret itself.
 *
 * @param unprotected whether nothing is signed, encrypted or asked for
 * @param mode of an OPC UA channel, such as {@code Sign}; empty when it is not stated
 * @param policy of an OPC UA channel, such as {@code Basic256Sha256}; empty when it is not stated
 * @param login whether it asks who we are
 */
public record ThingSecurity(boolean unprotected, String mode, String policy, boolean login) {

    public static final ThingSecurity NONE = new ThingSecurity(true, "", "", false);
}
