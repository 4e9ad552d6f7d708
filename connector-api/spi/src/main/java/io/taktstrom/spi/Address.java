package io.taktstrom.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The address of the data point that a record's component stands for; see {@link Connection#bind}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Address {

    /** In the protocol's own syntax, for example {@code MAIN.spindle.speed}. */
    String value();

    /** Whether {@link BoundRecord#write} writes it. */
    boolean writable() default false;
}
