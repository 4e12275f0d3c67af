package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** The dashboard asks for what a node tells. */
class GrafanaDashboardTest
{
    private static final Path FILE = Path.of(System.getProperty("roce.root"), "docs", "grafana", "roce.json");
    private static final Pattern NAME = Pattern.compile("\\b(?:roce|process)_[a-z_]+");
    private static final Pattern SELECTED = Pattern.compile("([a-z_]+)\\{([^}]*)}");
    private static final Set<String> TARGET_LABELS = Set.of("instance", "job");

    @Test
    void shouldAskForMetricsAndLabelsThatTheNodeTells() throws Exception
    {
        final Map<String, List<String>> labels =
            Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::title, Metric::labels));
        final JsonNode dashboard = new ObjectMapper().readTree(FILE.toFile());
        final List<String> expressions = dashboard.findValuesAsText("expr");
        assertFalse(expressions.isEmpty());
        expressions.addAll(dashboard.findValuesAsText("definition"));
        for (final String expression : expressions)
        {
            final Matcher name = NAME.matcher(expression);
            assertTrue(name.find(), expression);
            do
            {
                assertTrue(labels.containsKey(name.group()), name.group() + " in " + expression);
            }
            while (name.find());
            final Matcher selected = SELECTED.matcher(expression);
            while (selected.find())
            {
                for (final String term : selected.group(2).split(","))
                {
                    final String label = term.split("[=!~]", 2)[0];
                    assertTrue(
                        TARGET_LABELS.contains(label) || labels.get(selected.group(1)).contains(label), expression);
                }
            }
        }
    }

    @Test
    void shouldLetDataSourceAndInstanceBeChosen() throws Exception
    {
        final JsonNode dashboard = new ObjectMapper().readTree(FILE.toFile());
        assertEquals(List.of("datasource", "instance"), dashboard.path("templating").findValuesAsText("name"));
        final Set<Integer> ids = new HashSet<>();
        for (final JsonNode panel : dashboard.path("panels"))
        {
            assertTrue(ids.add(panel.path("id").asInt()), panel.toString());
            for (final JsonNode target : panel.path("targets"))
            {
                assertEquals("${datasource}", target.path("datasource").path("uid").asText());
                assertTrue(target.path("expr").asText().contains("instance=~\"$instance\""), target.toString());
            }
        }
    }
}
