package io.roce.nic;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A room imports only rooms that stand before it in the list, and each library stays in its rooms. */
class NicFloorsTest
{
    private static final String NODE = "io.roce.nic";

    private static final List<String> ROOMS = Stream
        .of(
            "error", "stats", "mmsg", "link", "memory", "work", "qp", "qpn", "trace", "jfr", "transport", "rx", "fault",
            "record", "lane", "verbs", "admin")
        .map(room -> NODE + '.' + room)
        .toList();

    /** Stands below the node itself, and may import all of it. */
    private static final String JUNIT = NODE + ".junit";

    private static final String[] NETTY_ROOMS = {NODE + ".link", NODE + ".lane", NODE + ".admin"};

    private static final JavaClasses CLASSES = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages(NODE);

    @ParameterizedTest
    @MethodSource("rooms")
    void shouldImportOnlyRoomsThatStandBefore(final String room)
    {
        final int index = ROOMS.indexOf(room);
        final String[] later = Stream
            .concat(ROOMS.subList(index + 1, ROOMS.size()).stream(), Stream.of(NODE, JUNIT))
            .toArray(String[]::new);

        noClasses().that().resideInAPackage(room)
            .should().dependOnClassesThat().resideInAnyPackage(later)
            .allowEmptyShould(true)
            .check(CLASSES);
    }

    @Test
    void shouldNotKnowOfTests()
    {
        noClasses().that().resideInAPackage(NODE)
            .should().dependOnClassesThat().resideInAPackage(JUNIT)
            .check(CLASSES);
    }

    @Test
    void shouldListEveryRoom()
    {
        final Set<String> unlisted = new TreeSet<>();
        CLASSES.forEach(type -> unlisted.add(type.getPackageName()));
        unlisted.removeAll(ROOMS);

        assertEquals(Set.of(NODE, JUNIT), unlisted);
    }

    @Test
    void shouldKeepNettyInItsRooms()
    {
        noClasses().that().resideOutsideOfPackages(NETTY_ROOMS)
            .should().dependOnClassesThat().resideInAPackage("io.netty..")
            .check(CLASSES);
    }

    @Test
    void shouldNeedNeitherPcap4jNorPicocliNorTheTools()
    {
        noClasses()
            .should().dependOnClassesThat().resideInAnyPackage("org.pcap4j..", "picocli..", "io.roce.tools..")
            .check(CLASSES);
    }

    @Test
    void shouldTakeTimeFromTheClockThatIsPassedIn()
    {
        noClasses()
            .should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis")
            .orShould().dependOnClassesThat().haveFullyQualifiedName("java.util.Random")
            .check(CLASSES);
    }

    @Test
    void shouldDependOnNothingThatTheBuildDoesNotName()
    {
        classes().that().resideOutsideOfPackage(JUNIT)
            .should().onlyDependOnClassesThat().resideInAnyPackage(
                "java..", "com.sun.management..", "io.roce..", "io.netty..", "org.agrona..", "com.fasterxml.jackson..",
                "com.sun.jna..", "io.prometheus..", "jdk.jfr..")
            .check(CLASSES);
    }

    @Test
    void shouldKeepJnaInItsRoom()
    {
        noClasses().that().resideOutsideOfPackage(NODE + ".mmsg")
            .should().dependOnClassesThat().resideInAPackage("com.sun.jna..")
            .check(CLASSES);
    }

    /** Its classes are not loaded before somebody scrapes. */
    @Test
    void shouldKeepPrometheusInOneClass()
    {
        noClasses().that().doNotHaveFullyQualifiedName(NODE + ".admin.MetricsText")
            .should().dependOnClassesThat().resideInAPackage("io.prometheus..")
            .check(CLASSES);
    }

    @Test
    void shouldKeepFlightRecorderInItsRoom()
    {
        noClasses().that().resideOutsideOfPackage(NODE + ".jfr")
            .should().dependOnClassesThat().resideInAPackage("jdk.jfr..")
            .check(CLASSES);
    }

    /** Whoever has no tests with it does without JUnit. */
    @Test
    void shouldKeepJUnitInItsRoom()
    {
        classes().that().resideInAPackage(JUNIT)
            .should().onlyDependOnClassesThat().resideInAnyPackage(
                "java..", "io.roce..", "org.agrona..", "org.junit.jupiter.api..")
            .check(CLASSES);
    }

    static List<String> rooms()
    {
        return ROOMS;
    }
}
