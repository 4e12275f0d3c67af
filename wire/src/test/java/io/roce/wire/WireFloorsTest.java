package io.roce.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import java.util.List;

import org.junit.jupiter.api.Test;

class WireFloorsTest
{
    private static final String ROOT = "io.roce.wire";

    /** From the ground up: a room may use those before it. */
    private static final List<String> ROOMS =
        List.of(ROOT, ROOT + ".header", ROOT + ".opcode", ROOT + ".icrc", ROOT + ".packet", ROOT + ".capture",
            ROOT + ".codec", ROOT + ".cm");

    private static final JavaClasses CLASSES =
        new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);

    @Test
    void shouldLetARoomUseOnlyThoseBelowIt()
    {
        for (int i = 0; i < ROOMS.size() - 1; i++)
        {
            final String[] above = ROOMS.subList(i + 1, ROOMS.size()).toArray(new String[0]);
            noClasses().that().resideInAPackage(ROOMS.get(i))
                .should().dependOnClassesThat().resideInAnyPackage(above)
                .check(CLASSES);
        }
    }

    @Test
    void shouldHaveNoRoomThatTheListDoesNotName()
    {
        noClasses().should().resideOutsideOfPackages(ROOMS.toArray(new String[0])).check(CLASSES);
    }

    @Test
    void shouldKnowNoOtherModule()
    {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("io.roce.nic..", "io.roce.tools..")
            .check(CLASSES);
    }

    @Test
    void shouldUseNettyInCodecAlone()
    {
        noClasses().that().resideOutsideOfPackage(ROOT + ".codec")
            .should().dependOnClassesThat().resideInAPackage("io.netty..")
            .check(CLASSES);
    }

    @Test
    void shouldUsePcap4jInCaptureAlone()
    {
        noClasses().that().resideOutsideOfPackage(ROOT + ".capture")
            .should().dependOnClassesThat().resideInAPackage("org.pcap4j..")
            .check(CLASSES);
    }

    @Test
    void shouldUseNoCommandLineAndNoJson()
    {
        noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("picocli..", "com.fasterxml.jackson..")
            .check(CLASSES);
    }
}
