package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.Addresses;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scraper reads, taken apart by the rules of Prometheus' text format, version 0.0.4.
 *
 * @param values by name and labels as they stand in the text.
 */
record Scrape(String text, Map<String, String> types, Map<String, String> helps, Map<String, Double> values)
{
    private static final String LABEL = "[a-zA-Z_]\\w*=\"(?:[^\"\\\\\\n]|\\\\[\\\\n\"])*\"";
    private static final Pattern SAMPLE =
        Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{" + LABEL + "(?:," + LABEL + ")*,?})? (\\S+)");

    /** @param accept null for none; as {@code token}. */
    static HttpResponse<String> ask(
        final InetSocketAddress address, final String method, final String accept, final String token)
        throws Exception
    {
        final HttpRequest.Builder request = HttpRequest
            .newBuilder(URI.create("http://" + Addresses.format(address) + "/metrics"))
            .timeout(Duration.ofMillis(AdminClient.TIMEOUT_MS))
            .method(method, HttpRequest.BodyPublishers.noBody());
        if (accept != null)
        {
            request.header("Accept", accept);
        }
        if (token != null)
        {
            request.header("Authorization", "Bearer " + token);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static Scrape of(final InetSocketAddress address) throws Exception
    {
        final HttpResponse<String> response = ask(address, "GET", null, null);
        assertEquals(200, response.statusCode(), response.body());
        return parse(response.body());
    }

    static Scrape parse(final String text)
    {
        final Scrape scrape = new Scrape(text, new TreeMap<>(), new TreeMap<>(), new LinkedHashMap<>());
        assertTrue(text.endsWith("\n"));
        text.lines().forEach(scrape::line);
        return scrape;
    }

    double value(final String series)
    {
        assertTrue(values.containsKey(series), () -> series + " is missing from\n" + text);
        return values.get(series);
    }

    /** Of all series with that name. */
    double sum(final String name)
    {
        return values.entrySet().stream()
            .filter(value -> value.getKey().equals(name) || value.getKey().startsWith(name + "{"))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    }

    private void line(final String line)
    {
        final String[] words = line.split(" ", 4);
        if (words[0].equals("#"))
        {
            assertNull((words[1].equals("TYPE") ? types : helps).put(words[2], words[3]), line);
            return;
        }
        final Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        assertTrue(types.containsKey(sample.group(1)), () -> "no TYPE before " + line);
        assertTrue(helps.containsKey(sample.group(1)), () -> "no HELP before " + line);
        final String series = line.substring(0, line.lastIndexOf(' '));
        assertNull(values.put(series, Double.valueOf(sample.group(2))), line);
    }
}
