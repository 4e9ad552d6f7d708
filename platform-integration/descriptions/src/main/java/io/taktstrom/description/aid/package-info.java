/**
 * Asset Interfaces Descriptions of the IDTA (02017-1-0 and 02017-1-1), alone or in a package of an Asset Administration Shell.
 *
 * <pre>
 *   AASX --AasxPackage--&gt; XML --AasXml--+
 *                    +---&gt; JSON ---------+--&gt; ShellFile --AidReader--&gt; ThingReader --&gt; DeviceInterface
 *   JSON --------------------------------+                    ^
 *                                                      PollingIntervals
 *
 *   DeviceInterface --ThingWriter--&gt; AidWriter, MappingWriter --AasElements--&gt; JSON --AasxPackage--&gt; AASX
 * </pre>
 *
 * <p>A file comes from others: each part is read up to a limit, a document type is refused, and nothing outside of the file is opened.
 */
@NullMarked
package io.taktstrom.description.aid;

import org.jspecify.annotations.NullMarked;
