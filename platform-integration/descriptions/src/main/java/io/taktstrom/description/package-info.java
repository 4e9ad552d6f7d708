/**
 * What a device offers, as descriptions of the Web of Things and of Asset Administration Shells write it, and as a deployment file does.
 *
 * <pre>
 *   Thing Description --ThingReader-----+                                      +--ThingWriter--&gt; Thing Description
 *                        ^              v                                      |       |
 *   AASX, JSON ------AidReader   DeviceInterface --DescriptionImport--&gt; YAML   |       +--AidWriter--&gt; JSON, AASX
 *                                       ^                                      |
 *   Deployment -----DescriptionExport---+--------------------------------------+
 *                            |
 *                     ProtocolBinding: OPC UA, Modbus, ADS, S7
 * </pre>
 *
 * <p>An Asset Interfaces Description says in AAS elements what a Thing Description says in JSON, so it is read and written by way of one.
 */
@NullMarked
package io.taktstrom.description;

import org.jspecify.annotations.NullMarked;
