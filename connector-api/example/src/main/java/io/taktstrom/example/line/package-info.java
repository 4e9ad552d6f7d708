/**
 * A connector for LINE, a made-up protocol of text lines over TCP, as an example of how small a whole connector can be.
 *
 * <p>A value is its memory image in hexadecimal, so a {@code DINT} of 42 is {@code 2A000000}.
 *
 * <pre>
 *  request               answer                       meaning
 *  INFO                  NAME VERSION STATE           what the device is
 *  TYPE name             name:TYPE                    for example speed:LREAL
 *  LIST name             up to 20 of name:TYPE, "."   the variables after this name, in the order of their names
 *  GET name              name=VALUE
 *  SET name VALUE        name=VALUE
 *  SUB tag name          name=VALUE, then *tag=VALUE  the value now and whenever it changes, until UNSUB
 *  UNSUB tag             tag
 *  (any with a name)     name!REASON                  UNKNOWN, READONLY or SIZE
 *
 *  LineConnectorProvider --connect--> LineSession --resolve--> LineGroup
 *                                       |      |
 *          requests, answers  RequestLink      +--subscribe--> PushSubscription --own thread--> SampleSink
 *                                    |  \__ *tag=VALUE ______________^
 *                                  socket
 * </pre>
 *
 * <p>Answers come in the order of the requests, so requests may follow each other without waiting.
 */
@NullMarked
package io.taktstrom.example.line;

import org.jspecify.annotations.NullMarked;
