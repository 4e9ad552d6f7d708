/**
 * Connectors, sinks and stages that come as jars in a folder, each behind a class loader of its own.
 *
 * <pre>
 *  plugins/
 *    modbus.jar            one plug-in, with all it needs inside
 *    historian/            one plug-in, with its libraries beside it
 *      historian.jar
 *      some-driver.jar
 *
 *          host: SPI, kit, slf4j, jspecify        the JDK
 *                 ^                ^                 ^
 *                 | shared         | shared          | parent
 *        PluginLoader modbus   PluginLoader historian      neither sees the other's libraries, nor the host's
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.plugin;

import org.jspecify.annotations.NullMarked;
