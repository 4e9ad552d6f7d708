/**
 * Where streams end in InfluxDB, 1.x and 2.x.
 *
 * <pre>
 *  pipeline --> http.HttpInlet --> LineProtocol --lines--> http.HttpTarget --> /write, /api/v2/write
 *                                  samples,point=press1.temp,status=Good value=21.5,sequence=7i,received_at=17...i 17...
 *                                  measurement  tags                     fields                                    source time
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.influx;

import org.jspecify.annotations.NullMarked;
