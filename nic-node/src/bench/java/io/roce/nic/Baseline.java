package io.roce.nic;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the others of a benchmark class are compared with: {@code parameter=VALUE}, or the name of a method. Compared is
 * what is the same in everything else.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Baseline
{
    String value();
}
