package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.qpn.QuarantinePolicy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What the node's page shows, and what it does with what is done to it. */
class PageTest extends WithPage
{
    private static final String HOST = "127.94.1.1";
    private static final String PEER = "127.94.1.2";
    private static final String STRANGER = "127.94.1.3";

    private static NicNodeConfig config()
    {
        return new NicNodeConfig()
            .bind(new InetSocketAddress(HOST, 0))
            .qpns(0x11, 0xFFF)
            .cache(new QpCacheConfig(8, 2))
            .quarantine(QuarantinePolicy.ofTime(TimeUnit.MINUTES.toNanos(5)));
    }

    private void open() throws Exception
    {
        open(HOST, config());
    }

    @Test
    void shouldShowTheLedgersNumbersWhileTrafficRunsAndAfter() throws Exception
    {
        open();
        final int live = readyQp();
        try (PageTraffic traffic = PageTraffic.start(node.node.udpAddress(), PEER, live, 0x800))
        {
            for (int i = 0; i < 10; i++)
            {
                final String before = browser.text("#equation");
                // Each frame adds up, and the next one is another.
                final String equation = browser.await("#equation", text -> !text.equals(before));
                assertTrue(equation.endsWith("✓ adds up"), equation);
                final long[] numbers = numbers(equation);
                assertEquals(numbers[0] + numbers[1], numbers[2] + numbers[3], equation);
            }
            assertTrue(traffic.isRunning());
            assertTrue(rate("received") > 0);
            assertTrue(rate("dropped") > 0);
        }

        // When all is quiet, the page says what the ledger says, fate by fate.
        final JsonNode ledger = node.get("/v1/ledger").json();
        final String received = "received %,d ".formatted(ledger.get("received").longValue());
        browser.await("#equation", text -> text.startsWith(received));
        for (final JsonNode fate : ledger.get("fates"))
        {
            final String name = fate.get("fate").textValue();
            final WebElement row = browser.find("tr[data-fate=" + name + "]");
            final long count = fate.get("count").longValue();
            assertEquals(count > 0, row.isDisplayed(), name);
            assertEquals("%,d".formatted(count), cell(row, 1), name);
        }
        browser.await("tr[data-fate=DELIVERED_REQUEST] td:nth-child(3)", "0"::equals);
        assertEquals("0", cell(browser.find("tr[data-fate=QPN_UNALLOCATED]"), 2));

        browser.find("#all-fates").click();
        assertTrue(browser.find("tr[data-fate=MALFORMED_OVERSIZE]").isDisplayed());

        final JsonNode table = node.get("/v1/table").json();
        assertTrue(browser.text("#table-figures").contains(
            table.get("live").asText() + " of " + "%,d".formatted(table.get("max_qps").asInt())));
        final JsonNode cache = node.get("/v1/cache").json();
        assertTrue(
            browser.text("#cache-figures").contains(
                "%,d / %,d".formatted(cache.get("hits").asLong(), cache.get("misses").asLong())),
            browser.text("#cache-figures"));
    }

    @Test
    void shouldShowLastDropsWithTheirReasons() throws Exception
    {
        open();
        final int live = readyQp();
        PageTraffic.sendOnce(node.node.udpAddress(), STRANGER, live);

        browser.await("#drop-rows", text -> text.contains("PEER_MISMATCH"));
        final WebElement row = browser.find("#drop-rows tr");
        assertTrue(row.getText().contains(STRANGER), row.getText());
        assertTrue(row.getText().contains("0x%06x".formatted(live)), row.getText());
        final String why = node.get("/v1/drops").json().get("drops").get(0).get("reason").get("text").textValue();
        assertTrue(row.getText().contains(why), row.getText());
        assertFalse(browser.find("#drop-rows tr:nth-child(2)").isDisplayed());
        row.findElement(By.tagName("button")).click();
        final String detail = browser.text("#drop-rows tr:nth-child(2)");
        assertTrue(detail.contains("RC_SEND_ONLY"), detail);
    }

    /** What spells markup is text, wherever it comes from: a packet, the address, what is typed. */
    @Test
    void shouldDoNothingWithValuesThatSpellMarkup() throws Exception
    {
        open();
        final String markup = "<img src=x onerror=\"window.wasHere=1\"><script>window.wasHere=1</script>";
        final int live = readyQp();
        PageTraffic.sendOnce(node.node.udpAddress(), STRANGER, live, markup);
        browser.await("#drop-rows", text -> text.contains("PEER_MISMATCH"));
        browser.find("#drop-rows button").click();

        browser.find("#qp-text").sendKeys(markup);
        browser.await("#qp-note", text -> text.startsWith("0 shown"));
        browser.script("location.hash = '#qp=<img src=x onerror=window.wasHere=1>'");
        browser.await("#qp-name", "No number of a queue pair"::equals);
        final String detail = browser.text("#qp-detail");
        assertTrue(detail.contains("img"), detail);
        browser.press(Keys.ESCAPE);
        browser.script("location.hash = '#qp=0x1%22%3E%3Cscript%3Ewindow.wasHere=1%3C/script%3E'");
        browser.await("#qp-name", "No number of a queue pair"::equals);

        assertEquals(0L, browser.script("return document.querySelectorAll('img, iframe, object').length"));
        assertEquals(1L, browser.script("return document.scripts.length"));
        assertEquals(null, browser.script("return window.wasHere ?? null"));
        // And if a script of the page did it: the policy lets none make markup of text.
        assertEquals("TypeError", browser.script(
            "try { document.body.innerHTML = '<b>bold</b>'; return 'done'; } catch (e) { return e.name; }"));
        assertTrue(browser.complaints().stream().anyMatch(line -> line.contains("TrustedHTML")));
    }

    @Test
    void shouldFilterSortAndShowOneQueuePair() throws Exception
    {
        open();
        node.done(node.post("/v1/qps", "{\"type\":\"RC\",\"count\":120}"));
        final int connected = readyQp();
        node.done(node.delete("/v1/qps/0x20"));
        browser.await("#qp-note", text -> text.startsWith("100 shown") && text.contains("there are more"));
        browser.find("#qp-next").click();
        // 119 are left of 120, one came: 120 in all, 20 behind the first hundred.
        browser.await("#qp-note", text -> text.startsWith("20 shown behind"));
        browser.find("#qp-first").click();
        browser.await("#qp-note", text -> text.startsWith("100 shown"));

        browser.find("#qp-state option[value=RTR]").click();
        browser.await("#qp-note", text -> text.startsWith("1 shown"));
        final String hex = "0x%06x".formatted(connected);
        assertTrue(browser.text("#qp-rows").startsWith(hex + " RC RTR " + PEER), browser.text("#qp-rows"));
        browser.find("#qp-state option[value='']").click();
        browser.await("#qp-note", text -> text.startsWith("100 shown"));
        browser.find("#qp-heads th:first-child button").click();
        assertEquals("descending", browser.find("#qp-heads th:first-child").getDomAttribute("aria-sort"));
        final List<String> numbers = browser.all("#qp-rows td.qpn").stream().map(WebElement::getText).toList();
        assertEquals(numbers.stream().sorted(Comparator.reverseOrder()).toList(), numbers);

        browser.find("#qp-text").sendKeys(String.valueOf(connected));
        browser.await("#qp-rows", text -> text.startsWith(hex));
        browser.find("#qp-rows a").click();
        browser.await("#qp-detail", text -> text.contains("path_mtu"));
        assertEquals("Queue pair " + hex, browser.text("#qp-name"));
        assertTrue(browser.text("#qp-detail").contains(PEER));
        browser.press(Keys.ESCAPE);

        // By address: one that was destroyed, whose number is held back and remembered.
        browser.show(node.address(), "/#qp=0x20");
        browser.await("#qp-detail", text -> text.contains("quarantine"));
        assertTrue(browser.text("#qp-detail").contains("generation 16, RC, peer none"), browser.text("#qp-detail"));
        browser.press(Keys.ESCAPE);
        browser.await("#queue", text -> text.contains("0x000020"));
    }

    @Test
    void shouldBeUsableWithAKeyboard() throws Exception
    {
        open();
        browser.press("?");
        assertTrue(browser.find("#help-dialog").isDisplayed());
        browser.press(Keys.ESCAPE);
        assertFalse(browser.find("#help-dialog").isDisplayed());

        browser.press("p");
        browser.await("#state", "paused"::equals);
        browser.press("p");
        browser.await("#state", "live"::equals);

        final String was = String.valueOf(browser.script("return getComputedStyle(document.body).backgroundColor"));
        browser.press("t");
        browser.await(
            () -> String.valueOf(browser.script("return getComputedStyle(document.body).backgroundColor")),
            now -> !now.equals(was),
            "the colour");

        browser.press("/");
        assertEquals("qp-text", browser.focused().getDomAttribute("id"));
        browser.press("p");
        assertEquals("live", browser.text("#state"));

        browser.script("document.activeElement.blur()");
        final List<String> reached = IntStream.range(0, 40).mapToObj(i ->
        {
            browser.press(Keys.TAB);
            return String.valueOf(browser.focused().getDomAttribute("id"));
        }).toList();
        for (final String id : List.of("pause", "theme", "help", "all-fates", "map", "qp-state", "qp-text"))
        {
            assertTrue(reached.contains(id), id + " is not in " + reached);
        }
        browser.script("document.getElementById('map').focus()");
        browser.press(Keys.ARROW_RIGHT);
        assertEquals("0x000014 to 0x000017: all free", browser.text("#cell"));
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 768, 1400})
    void shouldNeedNoScrollingToTheSide(final int width) throws Exception
    {
        open();
        readyQp();
        PageTraffic.sendOnce(node.node.udpAddress(), STRANGER, 0x700);
        browser.size(width, 1000);
        browser.await("#drop-rows", text -> text.contains("QPN_UNALLOCATED"));

        assertEquals((long)width, browser.script("return innerWidth"));
        final long needed = (Long)browser.script("return document.documentElement.scrollWidth - innerWidth");
        browser.size(1400, 1000);
        assertTrue(needed <= 0, needed + " pixels too wide");
    }

    @Test
    void shouldAskForTheToken() throws Exception
    {
        node = NodeOverHttp.open(HOST, config().adminToken("5E55101D"));
        browser.show(node.address(), "/");
        browser.await("#token-dialog", text -> text.contains("asks for its token"));
        browser.find("#token").sendKeys("\"><script>", Keys.ENTER);
        browser.await("#token-note", text -> text.contains("not the node's"));
        browser.find("#token").sendKeys("wröng", Keys.ENTER);
        browser.await("#token-note", text -> text.contains("visible ASCII"));
        browser.find("#token").clear();
        browser.find("#token").sendKeys("5E55101D", Keys.ENTER);

        browser.await("#state", "live"::equals);
        browser.await("#facts", text -> text.contains("roce " + NicNode.version()));
        assertFalse(browser.find("#token-dialog").isDisplayed());
        browser.show(node.address(), "/#again");
        browser.await("#state", "live"::equals);
        browser.script("sessionStorage.clear()");
    }

    @Test
    void shouldFindTheNodeAgainThatWasGone() throws Exception
    {
        open();
        PageTraffic.sendOnce(node.node.udpAddress(), STRANGER, 0x700);
        browser.await("#equation", text -> text.startsWith("received 1 "));
        final InetSocketAddress address = node.address();
        node.close();
        browser.await("#state", text -> text.startsWith("lost, trying again"));

        node = NodeOverHttp.reopen(HOST, config(), address);
        browser.await("#state", "live"::equals);
        browser.await("#equation", text -> text.startsWith("received 0 "));
        browser.await("#drop-rows", ""::equals);
    }

    /** {@code -Droce.page.pictures=FOLDER}: what the README shows. */
    @Test
    @EnabledIfSystemProperty(named = "roce.page.pictures", matches = ".+")
    void shouldMakePictures() throws Exception
    {
        final Path folder = Path.of(System.getProperty("roce.page.pictures"));
        node = NodeOverHttp.open(HOST, config().quarantine(QuarantinePolicy.ofTime(TimeUnit.SECONDS.toNanos(30))));
        node.done(node.post("/v1/qps", "{\"type\":\"RC\",\"count\":600}"));
        final int live = readyQp();
        for (int qpn = 0x100; qpn < 0x160; qpn++)
        {
            node.done(node.delete("/v1/qps/" + qpn));
        }
        // Three in four of the numbers that the traffic strays to are held back, the others are in RESET.
        browser.prefers("dark");
        browser.size(1280, 900);
        browser.show(node.address(), "/");
        try (PageTraffic traffic = PageTraffic.start(node.node.udpAddress(), PEER, live, 0x130))
        {
            Thread.sleep(20_000);
            browser.picture(folder.resolve("page-dark.png"));
            browser.prefers("light");
            browser.await("#state", "live"::equals);
            Thread.sleep(1_000);
            browser.picture(folder.resolve("page-light.png"));
            browser.size(360, 900);
            Thread.sleep(1_000);
            browser.picture(folder.resolve("page-phone.png"));
            assertTrue(traffic.isRunning());
        }
        finally
        {
            browser.size(1400, 1000);
        }
    }

    private int readyQp() throws Exception
    {
        final int qpn = node.done(node.post("/v1/qps", "{\"type\":\"RC\"}")).get("qps").get(0).get("qpn").asInt();
        for (final String step : List.of(
            "{'state':'INIT','pkey_index':0,'port_num':1,'qp_access_flags':['REMOTE_WRITE']}",
            "{'state':'RTR','dgid':'" + PEER + "','path_mtu':1024,'dest_qp_num':4660,'rq_psn':0," +
                "'max_dest_rd_atomic':1,'min_rnr_timer':12}"))
        {
            node.done(node.ask("PATCH", "/v1/qps/" + qpn, step));
        }
        return qpn;
    }

    private static long[] numbers(final String equation)
    {
        return Pattern.compile("[0-9,]+").matcher(equation).results()
            .mapToLong(match -> Long.parseLong(match.group().replace(",", ""))).toArray();
    }

    private static double rate(final String name)
    {
        for (final WebElement chart : browser.all(".chart"))
        {
            if (chart.getText().startsWith(name))
            {
                return Double.parseDouble(chart.getText().replaceAll("(?s)^.*\n", "").replace(",", ""));
            }
        }
        throw new AssertionError("there is no chart of " + name);
    }

    private static String cell(final WebElement row, final int index)
    {
        return row.findElements(By.tagName("td")).get(index).getDomProperty("textContent");
    }
}
