/** Bytes to samples and back, in every order. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.value;
