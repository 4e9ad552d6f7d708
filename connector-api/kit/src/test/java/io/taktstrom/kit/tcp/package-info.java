/** Links over loopback sockets. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.tcp;
