/** The channel itself, against Milo's server. */
@NullMarked
package io.taktstrom.opcua.channel;

import org.jspecify.annotations.NullMarked;
