/**
 * Tests of Spring Boot applications with a simulated device.
 *
 * <pre>
 *  &#64;TaktTest(model = "classpath:press.yaml") --> simulator on a free port --> properties of the context --> the deployment
 *                                                    ^
 *            &#64;Autowired Simulator: set and get what the device has
 * </pre>
 */
@NullMarked
package io.taktstrom.spring.test;

import org.jspecify.annotations.NullMarked;
