/**
 * The data types of a server, and values between {@code io.taktstrom.data.Values} and Milo's objects.
 *
 * <pre>
 *  UaType            built-in, enumeration or structure; VariableType adds the dimensions
 *  TypeNodes         the nodes of types, with definitions that clients can read, and their codecs
 *  MiloValues        values of these types
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.server.type;

import org.jspecify.annotations.NullMarked;
