/**
 * A Spring Boot application between a press and a broker. docs/how-to/spring.md tells its story.
 *
 * <pre>
 *  press1 (ADS) --> stream press --> binding press-out-0 --> plant.press
 *         &lt;-- gate for commands &lt;-- binding orders-in-0 &lt;-- plant.orders
 *                                --> binding orders-out-0 --> plant.answers
 * </pre>
 */
@NullMarked
package io.taktstrom.example.plant;

import org.jspecify.annotations.NullMarked;
