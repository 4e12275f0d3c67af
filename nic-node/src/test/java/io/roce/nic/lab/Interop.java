package io.roce.nic.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test against the Linux kernel's RoCE: its methods and its constructor can have a {@link Lab} as a parameter. Run by
 * {@code mvn verify -Pinterop} alone, and skipped where there can be no lab.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("interop")
@ExtendWith(LabExtension.class)
public @interface Interop
{
}
