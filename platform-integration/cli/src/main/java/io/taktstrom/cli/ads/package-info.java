/**
 * The commands that only ADS has, and the demo. Only here the command line knows the connector's classes.
 *
 * <pre>
 *   discover ads, route add|list|remove --> io.taktstrom.ads.route
 *   simulate ads, demo --> io.taktstrom.ads.simulator
 *        '-- --console: AdsConsoleInput --> AdsConsole --> AdsFaultText
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.ads;

import org.jspecify.annotations.NullMarked;
