package io.taktstrom.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record of a device that can be injected. It is found in the packages of the application, bound when the first bean asks
 * for it, and goes on after outages.
 *
 * <pre>
 * &#64;TaktRecord(connection = "press1")
 * record Spindle(&#64;Address("MAIN.spindle.speed") double speed) {}
 *
 * Spindles(BoundRecord&lt;Spindle&gt; spindle) { ... }
 * </pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TaktRecord {

    /** Name of the connection in the deployment; empty for the only one. */
    String connection() default "";
}
