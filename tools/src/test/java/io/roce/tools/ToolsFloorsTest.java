package io.roce.tools;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

/** Which way packages look, and which libraries they may use. */
class ToolsFloorsTest
{
    private static final String TOOLS = "io.roce.tools";

    private static final JavaClasses CLASSES = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages(TOOLS);

    private static final JavaClasses ALL = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("io.roce");

    @Test
    void shouldHaveNoCyclesBetweenPackages()
    {
        slices().matching(TOOLS + ".(*)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldNotLookUpToTheEntryPoint()
    {
        noClasses().that().resideInAPackage(TOOLS + ".*")
            .should().dependOnClassesThat().resideInAPackage(TOOLS)
            .check(CLASSES);
    }

    @Test
    void shouldBuildWhatAllShareOnNothingElseHere()
    {
        noClasses().that().resideInAPackage(TOOLS + ".cli")
            .should().dependOnClassesThat(
                resideInAPackage(TOOLS + "..").and(resideOutsideOfPackage(TOOLS + ".cli")))
            .check(CLASSES);
    }

    @Test
    void shouldKeepPicocliHere()
    {
        noClasses().that().resideOutsideOfPackage(TOOLS + "..")
            .should().dependOnClassesThat().resideInAPackage("picocli..")
            .check(ALL);
    }

    @Test
    void shouldNeedNeitherNettyNorPcap4j()
    {
        noClasses()
            .should().dependOnClassesThat().resideInAnyPackage("io.netty..", "org.pcap4j..")
            .check(CLASSES);
    }

    @Test
    void shouldDependOnNothingThatTheBuildDoesNotName()
    {
        classes()
            .should().onlyDependOnClassesThat().resideInAnyPackage(
                "java..", "javax.xml.stream..", "io.roce..", "org.agrona..", "org.HdrHistogram..",
                "com.fasterxml.jackson..", "picocli..", "org.jline..")
            .check(CLASSES);
    }

    @Test
    void shouldDrawOnTerminalsInOnePlaceAlone()
    {
        noClasses().that().resideOutsideOfPackage(TOOLS + ".top")
            .should().dependOnClassesThat().resideInAPackage("org.jline..")
            .check(ALL);
    }
}
