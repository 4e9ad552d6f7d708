/**
 * Thing Descriptions 1.1 of the W3C, with the bindings for OPC UA (OPC 10101) and Modbus and vocabularies of our own.
 *
 * <pre>
 *   JSON --ThingReader--&gt; DeviceInterface --ThingWriter--&gt; JSON
 *              |                               |
 *         SecuritySchemes                 SecuritySchemes
 * </pre>
 */
@NullMarked
package io.taktstrom.description.td;

import org.jspecify.annotations.NullMarked;
