package io.taktstrom.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.annotation.AliasFor;

/**
 * A test of the whole application with a simulated device, which starts on a free port before the application's context
 * does and ends with it. Contexts are shared by tests that want the same; the device is a bean of type
 * {@link io.taktstrom.simulation.Simulator}.
 *
 * <pre>
 * &#64;TaktTest(connection = "press1", model = "classpath:press.yaml")
 * class PressTest {
 *     &#64;Autowired Simulator plc;
 *     &#64;Autowired BoundRecord&lt;Spindle&gt; spindle;
 * }
 * </pre>
 *
 * <p>Where the device is stands in the properties {@code TAKT_SIMULATOR_URI}, {@code TAKT_SIMULATOR_HOST},
 * {@code TAKT_SIMULATOR_PORT} and one for each option of its address, such as {@code TAKT_SIMULATOR_AMSNETID}; a
 * deployment file has them as <code>${env:TAKT_SIMULATOR_HOST}</code>. With {@link #connection} they are put under
 * {@code taktstrom.connections} as well, for a deployment in properties.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
public @interface TaktTest {

    /** Its simulator must be on the class path, such as {@code connector-ads-simulator}. */
    Device simulator() default Device.ADS;

    /** Where the simulator's model is: a {@code classpath:} or {@code file:} location. */
    String model();

    /** Name of the connection whose address the device has; empty to leave all to the deployment. */
    String connection() default "";

    /** As of {@link SpringBootTest}. */
    @AliasFor(annotation = SpringBootTest.class, attribute = "properties")
    String[] properties() default {};

    /** As of {@link SpringBootTest}. */
    @AliasFor(annotation = SpringBootTest.class, attribute = "classes")
    Class<?>[] classes() default {};
}
