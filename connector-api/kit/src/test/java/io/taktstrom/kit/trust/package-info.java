/** Certificates in folders. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.trust;
